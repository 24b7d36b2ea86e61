import { describe, expect, test } from 'vitest';
import { decodeHeaderValue, encodeHeaderValue } from './header-value.ts';
import { mirrorArguments, readParameterHeaders } from './parameter-headers.ts';

const object = (properties: string, more = ''): string =>
  `{"type":"object","properties":{${properties}}${more}}`;
const annotated = (name: string, type = '"string"'): string => `{"type":${type},"x-mcp-header":${name}}`;

describe('which arguments a tool wants in headers', () => {
  test.each<[rule: string, schema: string, headers: readonly [string, string][]]>([
    ['none', object('"a":{"type":"string"}'), []],
    [
      'string, integer and boolean',
      object(
        `"a":${annotated('"A"')},"b":${annotated('"B"', '"integer"')},"c":${annotated('"C"', '"boolean"')}`,
      ),
      [
        ['Mcp-Param-A', 'a'],
        ['Mcp-Param-B', 'b'],
        ['Mcp-Param-C', 'c'],
      ],
    ],
    [
      'at any depth of properties',
      object(`"a":${object(`"b":${object(`"c":${annotated('"Deep"')}`)}`)}`),
      [['Mcp-Param-Deep', 'a.b.c']],
    ],
    [
      'a name of all token characters',
      object(`"a":${annotated('"!#$%&\'*+-.^_`|~0Az"')}`),
      [["Mcp-Param-!#$%&'*+-.^_`|~0Az", 'a']],
    ],
    ['a property of that very name is none', object('"x-mcp-header":{"type":"string"}'), []],
    [
      'data that looks like one is none',
      object('"a":{"type":"object","default":{"x-mcp-header":"D"},"const":{"x-mcp-header":""}}'),
      [],
    ],
    ['no JSON', '{"x-mcp-header"', []],
  ])('%s', (_rule, schema, headers) => {
    expect(readParameterHeaders(schema)).toEqual({
      headers: headers.map(([name, path]) => ({ name, path: path.split('.') })),
      problems: [],
    });
  });

  test.each<[rule: string, schema: string, path: string, reason: RegExp]>([
    ['an empty name', object(`"a":${annotated('""')}`), 'properties.a', /is empty/],
    ['a space', object(`"a":${annotated('"Bad Header"')}`), 'properties.a', /"Bad Header" is no header name/],
    ['a colon', object(`"a":${annotated('"A:B"')}`), 'properties.a', /no header name/],
    ['a line feed', object(`"a":${annotated('"A\\nB"')}`), 'properties.a', /no header name/],
    ['a tab', object(`"a":${annotated('"A\\tB"')}`), 'properties.a', /no header name/],
    ['a letter beyond ASCII', object(`"a":${annotated('"Ü"')}`), 'properties.a', /no header name/],
    ['no string', object(`"a":${annotated('7')}`), 'properties.a', /is 7, not a string/],
    ['null', object(`"a":${annotated('null')}`), 'properties.a', /is null/],
    ['type number', object(`"a":${annotated('"A"', '"number"')}`), 'properties.a', /the type is "number"/],
    ['type object', object(`"a":${annotated('"A"', '"object"')}`), 'properties.a', /the type is "object"/],
    ['type array', object(`"a":${annotated('"A"', '"array"')}`), 'properties.a', /the type is "array"/],
    ['type null', object(`"a":${annotated('"A"', '"null"')}`), 'properties.a', /the type is "null"/],
    [
      'several types',
      object(`"a":${annotated('"A"', '["string","null"]')}`),
      'properties.a',
      /the type is \["string"/,
    ],
    ['no type', object('"a":{"x-mcp-header":"A"}'), 'properties.a', /the type is missing/],
    [
      'the same name twice',
      object(`"a":${annotated('"A"')},"b":${annotated('"A"')}`),
      'properties.b',
      /taken by properties\.a/,
    ],
    [
      'the same name in another case, deeper',
      object(`"a":${annotated('"Same"')},"b":${object(`"c":${annotated('"sAME"')}`)}`),
      'properties.b.properties.c',
      /taken by properties\.a/,
    ],
    [
      'on array items',
      object(`"a":{"type":"array","items":${annotated('"A"')}}`),
      'properties.a.items',
      /properties alone/,
    ],
    [
      'in anyOf',
      object('"a":{}', `,"anyOf":[${object(`"b":${annotated('"B"')}`)}]`),
      'anyOf[0].properties.b',
      /properties alone/,
    ],
    [
      'in then',
      object('', `,"then":${object(`"b":${annotated('"B"')}`)}`),
      'then.properties.b',
      /properties alone/,
    ],
    [
      'in $defs',
      object('"a":{"$ref":"#/$defs/A"}', `,"$defs":{"A":${annotated('"A"')}}`),
      '$defs.A',
      /properties alone/,
    ],
    [
      'in patternProperties',
      `{"patternProperties":{"^a":${annotated('"A"')}}}`,
      'patternProperties.^a',
      /properties alone/,
    ],
    [
      'in additionalProperties',
      `{"additionalProperties":${annotated('"A"')}}`,
      'additionalProperties',
      /properties alone/,
    ],
    ['on the root', '{"type":"object","x-mcp-header":"A"}', '', /as a whole/],
  ])('makes the tool invalid: %s', (_rule, schema, path, reason) => {
    const { problems } = readParameterHeaders(schema);
    expect(problems).toEqual([{ path, reason: expect.stringMatching(reason) as string }]);
  });

  test('nesting of any depth is read', () => {
    const depth = 20_000;
    const schema = `${'{"properties":{"a":'.repeat(depth)}${annotated('"Deep"')}${'}}'.repeat(depth)}`;
    expect(readParameterHeaders(schema).headers[0]?.path).toHaveLength(depth);
  });
});

describe('the header of an argument', () => {
  test.each<[argument: string, value: string | null, why?: RegExp]>([
    ['"acme"', 'acme'],
    ['""', ''],
    ['"us west 1"', 'us west 1'],
    ['42', '42'],
    ['-7', '-7'],
    ['-0', '0'],
    ['42.0', '42'],
    ['1e3', '1000'],
    ['9007199254740991', '9007199254740991'],
    ['-9007199254740991', '-9007199254740991'],
    ['9007199254740992', null, /beyond/],
    ['-9007199254740993', null, /beyond/],
    ['1e400', null, /./],
    ['1.5', null, /not an integer/],
    ['1.00000000000000000001', null, /not an integer/],
    ['false', 'false'],
    ['true', 'true'],
    ['null', null],
    ['{}', null, /an object/],
    ['[1]', null, /an array/],
    ['"zürich"', '=?base64?esO8cmljaA==?='],
    ['"Hello, 世界"', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    ['" padded "', '=?base64?IHBhZGRlZCA=?='],
    ['"line1\\nline2"', '=?base64?bGluZTEKbGluZTI=?='],
    ['"a\\r\\nb"', '=?base64?YQ0KYg==?='],
    ['"\\ta"', '=?base64?CWE=?='],
    ['"=?base64?literal?="', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['"=?base64?QQ==?="', '=?base64?PT9iYXNlNjQ/UVE9PT89?='],
  ])('%s', (argument, value, why) => {
    const [mirrored] = mirrorArguments(
      [{ name: 'Mcp-Param-A', path: ['x', 'a'] }],
      `{"x":{"a":${argument}}}`,
    );
    expect(mirrored?.value).toBe(value);
    if (why) expect(mirrored?.why).toMatch(why);
    else expect(mirrored?.why).toBeNull();
  });

  test.each(['{}', '{"x":null}', '{"x":{"b":1}}', '{"x":[{"a":1}]}', '', '{"x":', '[]', '{"x":{"a":"1"'])(
    'is not sent without a value at that path: %s',
    (text) => {
      expect(mirrorArguments([{ name: 'Mcp-Param-A', path: ['x', 'a'] }], text)).toEqual([
        { name: 'Mcp-Param-A', path: ['x', 'a'], value: null, why: null },
      ]);
    },
  );

  test('names of prototype members are names like others', () => {
    expect(
      mirrorArguments([{ name: 'Mcp-Param-A', path: ['constructor', 'name'] }], '{}')[0]?.value,
    ).toBeNull();
  });
});

describe('a wrapped value', () => {
  test.each(['zürich', ' x ', '=?base64?QQ==?=', '\u0000', '\ufeffbom', ''])('%j is read again', (value) => {
    const encoded = encodeHeaderValue(value);
    expect(decodeHeaderValue(encoded) ?? encoded).toBe(value);
  });

  test.each(['plain', '=?base64?%?=', '=?base64?/w==?=', '=?base64?=', '=?BASE64?QQ==?='])(
    '%s stays as it is',
    (value) => {
      expect(decodeHeaderValue(value)).toBeUndefined();
    },
  );
});
