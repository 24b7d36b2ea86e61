import { decodeString, member, parseDocument, sliceOf } from '../base/json/document.ts';
import {
  mirrorArguments,
  PARAMETER_HEADER_KEY,
  readParameterHeaders,
  type ParameterHeader,
} from '../protocol/parameter-headers.ts';
import type { HeaderList } from '../wire/events.ts';

/**
 * What the tools of one connection want repeated in headers, from the lists that were read. A definition holds until a newer one comes;
 * of several with one name in a list the first counts, as it does for a server.
 */
export class ToolDefinitions {
  /** Answers to `tools/list` that nobody has needed yet. */
  readonly #unread: { readonly listing: number; readonly text: string }[] = [];
  readonly #tools = new Map<
    string,
    { readonly listing: number; readonly headers: readonly ParameterHeader[] }
  >();

  /** Takes an answer to `tools/list`, as it travelled. */
  learn(listing: number, messageText: string): void {
    // Text that holds no annotation says nothing new, unless it takes back what was said.
    if (messageText.includes(PARAMETER_HEADER_KEY) || this.#tools.size > 0 || this.#unread.length > 0)
      this.#unread.push({ listing, text: messageText });
  }

  /** The headers that go with a call of `tool`; none for one that was never listed. */
  headers(tool: string, argumentsText: string): HeaderList {
    for (const { listing, text } of this.#unread.splice(0)) this.#read(listing, text);
    return mirrorArguments(this.#tools.get(tool)?.headers ?? [], argumentsText).flatMap(({ name, value }) =>
      value === null ? [] : [[name, value] as const],
    );
  }

  #read(listing: number, text: string): void {
    const read = parseDocument(text);
    const root = read.ok
      ? (read.value.items?.find((item) => member(item, 'result')) ?? read.value)
      : undefined;
    for (const entry of member(member(root, 'result'), 'tools')?.items ?? []) {
      const name = decodeString(text, member(entry, 'name'));
      const schema = member(entry, 'inputSchema');
      if (name === undefined || this.#tools.get(name)?.listing === listing) continue;
      const { headers } = readParameterHeaders(schema ? sliceOf(text, schema) : '');
      this.#tools.set(name, { listing, headers });
    }
  }
}
