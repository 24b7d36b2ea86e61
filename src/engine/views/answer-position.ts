import { answersRequest } from '../wire/ask.ts';
import type { MessageSummary, WireEvent } from '../wire/events.ts';

/** Which message of an exchange answers its request: told of what is sent, asked about what comes. */
export class AnswerPosition {
  /** exchange → the id it is to be answered under, as JSON text */
  readonly #ids = new Map<number, string>();

  sent({ exchange, messages }: Extract<WireEvent, { type: 'request' }>): void {
    const id = messages[0]?.id;
    if (id !== undefined) this.#ids.set(exchange, id);
  }

  /** `exchange` goes on with what `before` was asked. */
  resumed(exchange: number, before: number): void {
    const id = this.#ids.get(before);
    if (id !== undefined) this.#ids.set(exchange, id);
  }

  /** Position of the answer among the messages of a body or an event; −1 where none of them is it. Any answer is, where the request had no id. */
  in({
    exchange,
    messages,
  }: {
    readonly exchange: number;
    readonly messages: readonly MessageSummary[];
  }): number {
    const id = this.#ids.get(exchange) ?? null;
    return messages.findIndex((message) => answersRequest(message, id));
  }
}
