import { expect, test } from 'vitest';
import { fieldsOf } from './fields-of.ts';

test.each([
  [
    '{"a":"x","b":"","c":null,"d":1.0,"e":true}',
    [
      ['a', 'x'],
      ['b', ''],
      ['d', '1.0'],
      ['e', 'true'],
    ],
  ],
  [
    '{"a":["x",1,null,"ü"],"b":{"k":"v","n":null}}',
    [
      ['a', { list: ['x', '1', 'ü'] }],
      ['b', { map: [['k', 'v']] }],
    ],
  ],
  [
    '{"__proto__":"p","constructor":"c"}',
    [
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ],
  ],
  ['{"a":"x","a":"y"}', [['a', 'y']]],
  ['{"a":"x","a":null}', []],
  ['[]', []],
  ['{"a":', []],
])('%s', (text, fields) => {
  expect([...fieldsOf(text)]).toEqual(fields);
});
