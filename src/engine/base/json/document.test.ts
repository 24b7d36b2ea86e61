import { describe, expect, test } from 'vitest';
import { atOnce } from '../turn.ts';
import {
  DUPLICATE_LIMIT,
  decodeString,
  duplicateKeys,
  findMember,
  findPath,
  member,
  nodeAtPointer,
  parseDocument,
  readDocument,
  sliceOf,
  type JsonNode,
} from './document.ts';

function root(text: string): JsonNode {
  const parsed = parseDocument(text);
  if (!parsed.ok) expect.unreachable(parsed.message);
  return (parsed as { value: JsonNode }).value;
}

function valueOf(text: string, node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries((node.members ?? []).map(({ key, value }) => [key, valueOf(text, value)]));
    case 'array':
      return (node.items ?? []).map((item) => valueOf(text, item));
    case 'string':
      return decodeString(text, node);
    default:
      return JSON.parse(sliceOf(text, node));
  }
}

describe('what JSON.parse accepts is read to the same value', () => {
  test.each([
    '0',
    '-0',
    '1.50',
    '1e3',
    '-1E-07',
    '1e400',
    'true',
    'false',
    'null',
    '""',
    '"a"',
    '"\\u00e9\\n\\"\\\\\\/\\ud83d\\ude00"',
    '"\\ud800"',
    '"\u2028é😀"',
    '{}',
    '[]',
    ' \t\r\n[ ] ',
    '[1,2 , 3]',
    '{"a":1,"b":{"c":[{"d":null},[]]}}',
    '{ "": 1, " ": 2, "\\u0000": 3 }',
    '{"constructor":1,"toString":{"valueOf":[]}}',
    '[[[[[]]]],{}]',
  ])('%s', (text) => {
    const node = root(text);
    expect(valueOf(text, node)).toEqual(JSON.parse(text));
    expect(sliceOf(text, node)).toBe(text.trim());
  });
});

describe('what JSON.parse refuses is refused, with the place and what was expected', () => {
  test.each([
    ['', 'Expected a value at line 1, column 1', 0],
    ['  \n ', 'Expected a value at line 2, column 2', 4],
    ['{', 'Expected a property name or } at line 1, column 2', 1],
    ['[', 'Expected a value or ] at line 1, column 2', 1],
    ['[1', 'Expected a comma or ] at line 1, column 3', 2],
    ['[1,]', 'Expected a value at line 1, column 4', 3],
    ['[,1]', 'Expected a value or ] at line 1, column 2', 1],
    ['{"a"}', 'Expected a colon at line 1, column 5', 4],
    ['{"a":}', 'Expected a value at line 1, column 6', 5],
    ['{"a":1,}', 'Expected a property name at line 1, column 8', 7],
    ['{"a":1 "b":2}', 'Expected a comma or } at line 1, column 8', 7],
    ['{a:1}', 'Expected a property name or } at line 1, column 2', 1],
    ["{'a':1}", 'Expected a property name or } at line 1, column 2', 1],
    ['{\r\n  "a": tru\r\n}', 'Expected a value at line 2, column 8', 10],
    ['{\r"a":\r x}', 'Expected a value at line 3, column 2', 8],
    ['1 2', 'Expected nothing more at line 1, column 3', 2],
    ['{}}', 'Expected nothing more at line 1, column 3', 2],
    ['[1}', 'Expected a comma or ] at line 1, column 3', 2],
    ['01', 'Expected nothing more at line 1, column 2', 1],
    ['1.', 'Expected nothing more at line 1, column 2', 1],
    ['.5', 'Expected a value at line 1, column 1', 0],
    ['+1', 'Expected a value at line 1, column 1', 0],
    ['-', 'Expected a digit after the minus sign at line 1, column 1', 0],
    ['NaN', 'Expected a value at line 1, column 1', 0],
    ['nulll', 'Expected nothing more at line 1, column 5', 4],
    ['"abc', 'Expected a closing quote at line 1, column 5', 4],
    ['"a\nb"', 'Expected a closing quote, or an escape for the control character at line 1, column 3', 2],
    ['"\\x"', 'Expected a valid escape after the backslash at line 1, column 3', 2],
    ['"\\', 'Expected a valid escape after the backslash at line 1, column 3', 2],
    ['"\\u12g4"', 'Expected four hexadecimal digits at line 1, column 4', 3],
    ['\ufeff{}', 'Expected a value at line 1, column 1', 0],
    ['\u00a0{}', 'Expected a value at line 1, column 1', 0],
    ['// c\n1', 'Expected a value at line 1, column 1', 0],
  ])('%j', (text, message, at) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(parseDocument(text)).toEqual({ ok: false, code: 'not-json', message, at });
  });

  test('every cut of a valid text', () => {
    const text = '{"a":[1,-2.5e+3,"x\\u0041",true,null],"":{"b":{}}}';
    for (let cut = 0; cut < text.length; cut++) expect(parseDocument(text.slice(0, cut)).ok).toBe(false);
  });
});

describe('depth', () => {
  test.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['both', '[{"":'.repeat(100_000) + 'null' + '}]'.repeat(100_000)],
  ])('100 000 levels of %s are read, searched and refused when cut', (_, text) => {
    const node = root(text);
    expect(node.end).toBe(text.length);
    expect(duplicateKeys(node)).toEqual([]);
    expect(parseDocument(text.slice(0, -1)).ok).toBe(false);
  });

  test('how deep members are kept changes neither the verdict nor the ranges', () => {
    const text = '{"a":[1,-2.5e+3,"x\\u0041",true,[ ],[{"c":{}, "d":[[2] ]}]],"":{"b":{"e":{"f":{}}} } }';
    const variants = [text];
    for (let at = 0; at < text.length; at++) {
      variants.push(text.slice(0, at), text.slice(0, at) + text.slice(at + 1));
      for (const unit of ',:"{}[]1 ') variants.push(text.slice(0, at) + unit + text.slice(at + 1));
    }
    const ranges = (node: JsonNode, left: number): unknown => [
      node.kind,
      node.start,
      node.end,
      left < 0 ? [] : (node.members ?? []).map(({ key, value }) => [key, ranges(value, left - 1)]),
      left < 0 ? [] : (node.items ?? []).map((item) => ranges(item, left - 1)),
    ];
    for (const variant of variants) {
      const whole = parseDocument(variant);
      for (const depth of [0, 1, 2, 3]) {
        const read = atOnce(readDocument(variant, depth, 3));
        if (whole.ok && read.ok) expect(ranges(read.value, depth)).toEqual(ranges(whole.value, depth));
        else expect(read).toEqual(whole);
      }
    }
  });

  test('duplicates on every one of 20 000 levels stop at the limit', () => {
    const text = '{"a":0,"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    expect(duplicateKeys(root(text))).toHaveLength(DUPLICATE_LIMIT);
  });
});

describe('access', () => {
  const text = '{"a": 1.0, "b": [10, {"x/y~z": "é", "": 2}], "a": 1e2, "__proto__": {"toString": 3}}';
  const doc = root(text);

  test('a member is found by its own key, the last one wins', () => {
    expect(sliceOf(text, member(doc, 'a') as JsonNode)).toBe('1e2');
    expect(sliceOf(text, member(member(doc, '__proto__'), 'toString') as JsonNode)).toBe('3');
    expect(member(doc, 'toString')).toBeUndefined();
    expect(member(root('[1]'), 'length')).toBeUndefined();
    expect(member(undefined, 'a')).toBeUndefined();
  });

  test('all members are kept in order, with the ranges of their keys', () => {
    expect(doc.members?.map(({ keyStart, keyEnd }) => text.slice(keyStart, keyEnd))).toEqual([
      '"a"',
      '"b"',
      '"a"',
      '"__proto__"',
    ]);
    expect(findMember(doc, '__proto__')?.keyStart).toBe(text.indexOf('"__proto__"'));
  });

  test.each([
    [['b', 0], '10'],
    [['b', 1, ''], '2'],
    [['b', 1, 'x/y~z'], '"é"'],
    [[], text],
    [['b', 2], undefined],
    [['b', '0'], undefined],
    [['a', 'b'], undefined],
  ] as const)('path %j', (path, expected) => {
    const node = findPath(doc, path);
    expect(node && sliceOf(text, node)).toBe(expected);
  });

  test.each([
    ['', text],
    ['/b/1/x~1y~0z', '"é"'],
    ['/b/1/', '2'],
    ['/b/0', '10'],
    ['/b/00', undefined],
    ['/b/-', undefined],
    ['/c', undefined],
    ['b', undefined],
  ])('pointer %j', (pointer, expected) => {
    const node = nodeAtPointer(doc, pointer);
    expect(node && sliceOf(text, node)).toBe(expected);
  });

  test('duplicate keys are reported with their paths', () => {
    const twice = '[{"a":1,"\\u0061":2,"b":{"":1,"":2,"":3}}]';
    expect(duplicateKeys(root(twice))).toEqual([
      [0, 'a'],
      [0, 'b', ''],
      [0, 'b', ''],
    ]);
    expect(duplicateKeys(doc)).toEqual([['a']]);
  });

  test('only a string node has a string value', () => {
    expect(decodeString('1', root('1'))).toBeUndefined();
    expect(decodeString('"a\\tb"', root('"a\\tb"'))).toBe('a\tb');
  });
});

describe('a text that is read in steps', () => {
  const text = ' {"a": [1, {"b": [true, {"c": null}]}, "x"], "a": {}, "d": {"e": {"f": [2]}}} ';

  test.each([1, 2, 3, 5, 100])('%i values a step give what one go gives', (values) => {
    let steps = 0;
    const reading = readDocument(text, Infinity, values);
    let step = reading.next();
    for (; !step.done; step = reading.next()) steps += 1;
    expect(step.value).toEqual(parseDocument(text));
    expect(steps > 0).toBe(values < 14);
  });

  test.each(['{"a":1,}', '[1,2', '{"a":[1,{"b":}]}', '1 2', '{"a" 1}'])(
    'is refused as in one go, where nothing of it is kept: %s',
    (broken) => {
      expect(atOnce(readDocument(broken, -1, 1))).toEqual(parseDocument(broken));
    },
  );

  test('keeps the range of what is deeper, and no more', () => {
    const read = atOnce(readDocument(text, 1));
    if (!read.ok) expect.unreachable(read.message);
    const value = (read as { value: JsonNode }).value;
    expect(value.members?.map(({ key }) => key)).toEqual(['a', 'a', 'd']);
    const [list] = value.members ?? [];
    expect(list?.value.items?.map((item) => sliceOf(text, item))).toEqual([
      '1',
      '{"b": [true, {"c": null}]}',
      '"x"',
    ]);
    expect(list?.value.items?.[1]?.members).toBeUndefined();
    expect(sliceOf(text, member(value, 'd') as JsonNode)).toBe('{"e": {"f": [2]}}');
  });
});

test('a string of any length ends where it ends, whatever stands where in it', () => {
  for (const length of [0, 1, 47, 48, 49, 50, 97, 98, 200]) {
    for (const at of [0, 1, 46, 47, 48, 49, 50, 96, 97, 98, length].filter((each) => each <= length)) {
      for (const odd of ['', '\\"', '\\u00e9', '\\x', '\n', '\\']) {
        const text = `["${'a'.repeat(at)}${odd}${'b'.repeat(length - at)}",1]`;
        const document = parseDocument(text);
        expect([text, document.ok]).toEqual([text, isJson(text)]);
        if (document.ok) expect(document.value.items?.[0]?.end).toBe(text.length - 3);
      }
    }
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
