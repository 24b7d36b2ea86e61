import { describe, expect, test } from 'vitest';
import { ToolDefinitions } from './tool-definitions.ts';

const tool = (name: string, header?: string): string =>
  `{"name":"${name}","inputSchema":{"type":"object","properties":{"a":{"type":"string"${header === undefined ? '' : `,"x-mcp-header":"${header}"`}}}}}`;
const page = (...tools: string[]): string =>
  `{"jsonrpc":"2.0","id":1,"result":{"tools":[null,${tools.join(',')}]}}`;

describe('headers go with a call', () => {
  test.each<
    [rule: string, pages: readonly [number, string][], headers: readonly (readonly [string, string])[]]
  >([
    ['not of a tool that was never listed', [], []],
    ['not of one without annotations', [[1, page(tool('t'))]], []],
    ['as it was listed', [[1, page(tool('t', 'One'))]], [['Mcp-Param-One', 'v']]],
    [
      'on whatever page',
      [
        [1, page(tool('s'))],
        [1, page(tool('t', 'Two'))],
      ],
      [['Mcp-Param-Two', 'v']],
    ],
    [
      'as it was listed last',
      [
        [1, page(tool('t', 'Old'))],
        [2, page(tool('t', 'New'))],
      ],
      [['Mcp-Param-New', 'v']],
    ],
    [
      'not any more',
      [
        [1, page(tool('t', 'Old'))],
        [2, page(tool('t'))],
      ],
      [],
    ],
    [
      'still, where a newer list lacks it',
      [
        [1, page(tool('t', 'Old'))],
        [2, page(tool('s'))],
      ],
      [['Mcp-Param-Old', 'v']],
    ],
    [
      'of the first of two with one name',
      [[1, page(tool('t', 'One'), tool('t', 'Two'))]],
      [['Mcp-Param-One', 'v']],
    ],
    ['in an answer that is an array', [[1, `[${page(tool('t', 'One'))}]`]], [['Mcp-Param-One', 'v']]],
    [
      'whatever else came',
      [
        [1, 'x-mcp-header'],
        [1, page(tool('t', 'One'))],
      ],
      [['Mcp-Param-One', 'v']],
    ],
  ])('%s', (_rule, pages, headers) => {
    const definitions = new ToolDefinitions();
    for (const [listing, text] of pages) definitions.learn(listing, text);
    expect(definitions.headers('t', '{"a":"v"}')).toEqual(headers);
  });

  test('a newer list counts for the next call', () => {
    const definitions = new ToolDefinitions();
    definitions.learn(1, page(tool('t', 'One')));
    expect(definitions.headers('t', '{"a":"v"}')).toEqual([['Mcp-Param-One', 'v']]);
    definitions.learn(2, page(tool('t', 'Two')));
    expect(definitions.headers('t', '{"a":"v"}')).toEqual([['Mcp-Param-Two', 'v']]);
  });
});
