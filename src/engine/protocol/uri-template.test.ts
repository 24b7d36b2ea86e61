import { describe, expect, test } from 'vitest';
import { expandUriTemplate, parseUriTemplate, variablesOf, type TemplateValue } from './uri-template.ts';

/** The variables of RFC 6570, 3.2, and of its levels 1 to 3. */
const VALUES = new Map<string, TemplateValue>([
  ['count', { list: ['one', 'two', 'three'] }],
  ['dom', { list: ['example', 'com'] }],
  ['dub', 'me/too'],
  ['hello', 'Hello World!'],
  ['half', '50%'],
  ['var', 'value'],
  ['who', 'fred'],
  ['base', 'http://example.com/home/'],
  ['path', '/foo/bar'],
  ['list', { list: ['red', 'green', 'blue'] }],
  [
    'keys',
    {
      map: [
        ['semi', ';'],
        ['dot', '.'],
        ['comma', ','],
      ],
    },
  ],
  ['v', '6'],
  ['x', '1024'],
  ['y', '768'],
  ['empty', ''],
  ['empty_keys', { map: [] }],
  ['empty_list', { list: [] }],
]);

function expanded(template: string, values: ReadonlyMap<string, TemplateValue> = VALUES): string {
  const read = parseUriTemplate(template);
  return read.ok ? expandUriTemplate(read.value, values) : `refused: ${read.message}`;
}

// prettier-ignore
const RFC: readonly (readonly [section: string, examples: readonly (readonly [template: string, uri: string])[]])[] = [
  ['1.2 levels', [
    ['{var}', 'value'], ['{hello}', 'Hello%20World%21'],
    ['{+var}', 'value'], ['{+hello}', 'Hello%20World!'], ['{+path}/here', '/foo/bar/here'], ['here?ref={+path}', 'here?ref=/foo/bar'],
    ['X{#var}', 'X#value'], ['X{#hello}', 'X#Hello%20World!'],
    ['map?{x,y}', 'map?1024,768'], ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{+x,hello,y}', '1024,Hello%20World!,768'], ['{+path,x}/here', '/foo/bar,1024/here'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'], ['{#path,x}/here', '#/foo/bar,1024/here'],
    ['X{.var}', 'X.value'], ['X{.x,y}', 'X.1024.768'], ['{/var}', '/value'], ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'], ['{;x,y,empty}', ';x=1024;y=768;empty'], ['{?x,y}', '?x=1024&y=768'],
    ['{?x,y,empty}', '?x=1024&y=768&empty='], ['?fixed=yes{&x}', '?fixed=yes&x=1024'], ['{&x,y,empty}', '&x=1024&y=768&empty='],
  ]],
  ['3.2.1 variable expansion', [
    ['{count}', 'one,two,three'], ['{count*}', 'one,two,three'], ['{/count}', '/one,two,three'], ['{/count*}', '/one/two/three'],
    ['{;count}', ';count=one,two,three'], ['{;count*}', ';count=one;count=two;count=three'], ['{?count}', '?count=one,two,three'],
    ['{?count*}', '?count=one&count=two&count=three'], ['{&count*}', '&count=one&count=two&count=three'],
  ]],
  ['3.2.2 simple', [
    ['{half}', '50%25'], ['O{empty}X', 'OX'], ['O{undef}X', 'OX'], ['{x,y}', '1024,768'], ['?{x,empty}', '?1024,'],
    ['?{x,undef}', '?1024'], ['?{undef,y}', '?768'], ['{var:3}', 'val'], ['{var:30}', 'value'], ['{list}', 'red,green,blue'],
    ['{list*}', 'red,green,blue'], ['{keys}', 'semi,%3B,dot,.,comma,%2C'], ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ]],
  ['3.2.3 reserved', [
    ['{+half}', '50%25'], ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'], ['{+base}index', 'http://example.com/home/index'],
    ['O{+empty}X', 'OX'], ['O{+undef}X', 'OX'], ['up{+path}{var}/here', 'up/foo/barvalue/here'], ['{+path:6}/here', '/foo/b/here'],
    ['{+list}', 'red,green,blue'], ['{+list*}', 'red,green,blue'], ['{+keys}', 'semi,;,dot,.,comma,,'], ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ]],
  ['3.2.4 fragment', [
    ['{#half}', '#50%25'], ['foo{#empty}', 'foo#'], ['foo{#undef}', 'foo'], ['{#path:6}/here', '#/foo/b/here'],
    ['{#list}', '#red,green,blue'], ['{#list*}', '#red,green,blue'], ['{#keys}', '#semi,;,dot,.,comma,,'], ['{#keys*}', '#semi=;,dot=.,comma=,'],
  ]],
  ['3.2.5 label', [
    ['{.who}', '.fred'], ['{.who,who}', '.fred.fred'], ['{.half,who}', '.50%25.fred'], ['www{.dom*}', 'www.example.com'],
    ['X{.empty}', 'X.'], ['X{.undef}', 'X'], ['X{.var:3}', 'X.val'], ['X{.list}', 'X.red,green,blue'], ['X{.list*}', 'X.red.green.blue'],
    ['X{.keys}', 'X.semi,%3B,dot,.,comma,%2C'], ['X{.keys*}', 'X.semi=%3B.dot=..comma=%2C'], ['X{.empty_keys}', 'X'], ['X{.empty_keys*}', 'X'],
  ]],
  ['3.2.6 path', [
    ['{/who}', '/fred'], ['{/who,who}', '/fred/fred'], ['{/half,who}', '/50%25/fred'], ['{/who,dub}', '/fred/me%2Ftoo'],
    ['{/var,empty}', '/value/'], ['{/var,undef}', '/value'], ['{/var:1,var}', '/v/value'], ['{/list}', '/red,green,blue'],
    ['{/list*}', '/red/green/blue'], ['{/list*,path:4}', '/red/green/blue/%2Ffoo'], ['{/keys}', '/semi,%3B,dot,.,comma,%2C'],
    ['{/keys*}', '/semi=%3B/dot=./comma=%2C'],
  ]],
  ['3.2.7 path-style parameters', [
    ['{;who}', ';who=fred'], ['{;half}', ';half=50%25'], ['{;empty}', ';empty'], ['{;v,empty,who}', ';v=6;empty;who=fred'],
    ['{;v,bar,who}', ';v=6;who=fred'], ['{;hello:5}', ';hello=Hello'], ['{;list}', ';list=red,green,blue'],
    ['{;list*}', ';list=red;list=green;list=blue'], ['{;keys}', ';keys=semi,%3B,dot,.,comma,%2C'], ['{;keys*}', ';semi=%3B;dot=.;comma=%2C'],
  ]],
  ['3.2.8 query', [
    ['{?who}', '?who=fred'], ['{?half}', '?half=50%25'], ['{?x,y,undef}', '?x=1024&y=768'], ['{?var:3}', '?var=val'],
    ['{?list}', '?list=red,green,blue'], ['{?list*}', '?list=red&list=green&list=blue'], ['{?keys}', '?keys=semi,%3B,dot,.,comma,%2C'],
    ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ]],
  ['3.2.9 query continuation', [
    ['{&who}', '&who=fred'], ['{&half}', '&half=50%25'], ['{&var:3}', '&var=val'], ['{&list}', '&list=red,green,blue'],
    ['{&list*}', '&list=red&list=green&list=blue'], ['{&keys}', '&keys=semi,%3B,dot,.,comma,%2C'], ['{&keys*}', '&semi=%3B&dot=.&comma=%2C'],
  ]],
];

describe.each(RFC)('the examples of RFC 6570, %s', (_, examples) => {
  test.each(examples)('%s is %s', (template, uri) => {
    expect(expanded(template)).toBe(uri);
  });
});

describe('beyond the examples', () => {
  test.each([
    ['foo://e{?topic,limit}', [['topic', 'a b/ü']], 'foo://e?topic=a%20b%2F%C3%BC'],
    // Named like members every object has: nothing is read from a prototype.
    ['foo://{constructor}/{__proto__}{?toString}', [], 'foo:///'],
    [
      'foo://{constructor}{?__proto__}',
      [
        ['constructor', 'a'],
        ['__proto__', 'b'],
      ],
      'foo://a?__proto__=b',
    ],
    // A prefix counts characters, and splits neither a surrogate pair nor an encoded character.
    ['{v:1}', [['v', '😀a']], '%F0%9F%98%80'],
    ['{+v:2}', [['v', 'a%20b']], 'a%20'],
    ['{v:2}', [['v', 'a%20b']], 'a%2520'],
    ['{v}', [['v', 'a\ud800']], 'a%EF%BF%BD'],
    ['{+v}', [['v', 'a%20b%zz[1]']], 'a%20b%25zz[1]'],
    ['{v}', [['v', "!'()*~"]], '%21%27%28%29%2A~'],
    // Text outside of braces is encoded where no URI may hold it.
    ['file:///Über uns/{a.b}', [['a.b', '1']], 'file:///%C3%9Cber%20uns/1'],
  ] as const)('%s', (template, values, uri) => {
    expect(expanded(template, new Map<string, TemplateValue>(values))).toBe(uri);
  });

  test('an empty list is as good as none', () => {
    expect(expanded('a{?empty_list}{&empty_list*}{/empty_list}')).toBe('a');
  });
});

test.each([
  ['a{b', 'The { at 1 is never closed'],
  ['a}b', 'A } stands without a {'],
  ['{}', '{}: nothing stands in the braces'],
  ['{?}', '{?}: a variable has no name'],
  ['{a,}', '{a,}: a variable has no name'],
  ['{|a}', '{|a}: the operator | is reserved'],
  ['{a b}', '{a b}: a b is no name of a variable'],
  ['{a:0}', '{a:0}: :0 is neither * nor a length from 1 to 9999'],
  ['{a:12345}', '{a:12345}: :12345 is neither * nor a length from 1 to 9999'],
  ['{a**}', '{a**}: ** is neither * nor a length from 1 to 9999'],
  ['{a{b}}', '{a{b}: a{b is no name of a variable'],
])('%s is no template', (template, message) => {
  expect(parseUriTemplate(template)).toMatchObject({ ok: false, message });
});

test('a variable is required where the URI would lack a part of its path', () => {
  const read = parseUriTemplate('x://{a}/{+b}{/c,d*}{.e}{;f}{?g,a}{&h*}{#i}');
  expect(
    read.ok && variablesOf(read.value).map(({ name, required, explode }) => [name, required, explode]),
  ).toEqual([
    ['a', true, false],
    ['b', true, false],
    ['c', true, false],
    ['d', true, true],
    ['e', true, false],
    ['f', false, false],
    ['g', false, false],
    ['h', false, true],
    ['i', false, false],
  ]);
});

test.each<[string, string, boolean]>([
  ['opened only', '{'.repeat(1 << 18), false],
  ['expressions', '{a}'.repeat(90_000), true],
  ['names in one expression', `{${'a,'.repeat(130_000)}a}`, true],
  ['parts of one name', `{${'a.'.repeat(130_000)}a}`, true],
  ['escapes in one name', `{${'%41'.repeat(80_000)}}`, true],
])('a template of a quarter of a megabyte, %s, is read to its end', (_, template, sound) => {
  const read = parseUriTemplate(template);
  expect(read.ok).toBe(sound);
  if (read.ok) expect(expandUriTemplate(read.value, new Map([['a', 'b']]))).not.toContain('{');
});
