import { expect, test } from 'vitest';
import { expandedUri, templateProblem, variablesSchema } from './template.ts';

test.each([
  ['foo://e{?topic,limit}', '{"topic":"a b/ü"}', 'foo://e?topic=a%20b%2F%C3%BC'],
  ['foo://{constructor}', '{}', 'foo://'],
  ['foo://{constructor}', '{"constructor":"x"}', 'foo://x'],
  ['foo://{a}', '{"a":""}', 'foo://'],
  ['foo://{a}', '{"a":', 'foo://'],
  ['foo://{/a*}', '{"a":["x","y z"]}', 'foo:///x/y%20z'],
  ['foo://{?q*}', '{"q":{"k":1,"l":true}}', 'foo://?k=1&l=true'],
  ['foo://{a', '{}', null],
])('%s with %s is %s', (template, variables, uri) => {
  expect(expandedUri(template, variables)).toBe(uri);
});

test('variables become fields: what a path needs is required, what repeats takes several', () => {
  expect(JSON.parse(variablesSchema('x://{a}{/b*}{?c,__proto__}') ?? '')).toEqual(
    JSON.parse(
      '{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"array","items":{"type":"string"}},"c":{"type":"string"},"__proto__":{"type":"string"}},"required":["a","b"]}',
    ),
  );
});

test('what is no template is said', () => {
  expect(templateProblem('foo://{a}')).toBeNull();
  expect(templateProblem('foo://{a')).toBe('Not a URI template: The { at 6 is never closed');
  expect(variablesSchema('foo://{a')).toBeNull();
});
