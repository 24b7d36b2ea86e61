import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

/** Events kept per session; older ones can't be resumed from. */
const CAPACITY = 500;

/** Keeps the last events of a session, so that its SSE events carry ids and a stream can be resumed. */
export class RecentEvents implements EventStore {
  readonly #events: { id: string; stream: string; message: JSONRPCMessage }[] = [];
  #count = 0;

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    this.#count += 1;
    const id = `e${this.#count}`;
    this.#events.push({ id, stream, message });
    if (this.#events.length > CAPACITY) this.#events.shift();
    return Promise.resolve(id);
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find((event) => event.id === id)?.stream);
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const from = this.#events.findIndex((event) => event.id === lastId);
    const stream = this.#events[from]?.stream ?? '';
    for (const event of this.#events.slice(from + 1)) {
      if (event.stream === stream) await send(event.id, event.message);
    }
    return stream;
  }
}
