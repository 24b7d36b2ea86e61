import { inSlices } from '../../../engine/base/turn.ts';
import type { CallView, RoundView } from '../../../engine/views/calls.ts';
import { later } from '../../later.svelte.ts';
import { LARGE_BYTES } from '../large-body.ts';
import { readAnswer } from './content.ts';

/** The result of one call: that of its newest round. Made while a component is set up. */
export class ResultState {
  readonly #call: () => CallView;
  /** The result a person asked to see in spite of its size. */
  #opened = $state.raw<object | null>(null);
  tab = $state('rendered');

  readonly round: RoundView | null = $derived.by(() => this.#call().rounds.at(-1) ?? null);
  readonly body = $derived.by(() => this.round?.result?.body ?? null);
  /** Only to be read after a click. */
  readonly large = $derived.by(
    () => this.body !== null && this.body.bytes > LARGE_BYTES && this.#opened !== this.body,
  );
  readonly #read = later(
    () => ({
      result: this.large ? null : (this.round?.result ?? null),
      ofTask: this.round?.method === 'tasks/get',
    }),
    async ({ result, ofTask }) => ({
      body: result?.body ?? null,
      answer: result ? await inSlices(readAnswer(await result.body.text(), result.item, ofTask)) : null,
    }),
  );
  readonly answer = $derived.by(() => {
    const read = this.#read.current;
    return read && read.body === this.body ? read.answer : null;
  });

  constructor(call: () => CallView) {
    this.#call = call;
  }

  open(): void {
    this.#opened = this.body;
  }
}
