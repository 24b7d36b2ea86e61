/** Which rows of a long list exist, and how the keyboard goes through them. Rows have one height. */

export interface Window {
  /** First row that exists. */
  readonly from: number;
  /** Row after the last that exists. */
  readonly to: number;
}

const SPARE_ROWS = 8;

/** The rows in sight and a few beside them. */
export function windowOf(count: number, rowHeight: number, top: number, viewport: number): Window {
  const from = Math.max(0, Math.floor(top / rowHeight) - SPARE_ROWS);
  const to = Math.min(count, Math.ceil((top + viewport) / rowHeight) + SPARE_ROWS);
  return { from: Math.min(from, to), to };
}

/** The rows that exist: those in sight, and the one that holds the focus, or scrolling would lose it. */
export function indicesOf(window: Window, kept: number, count: number): number[] {
  const indices = Array.from({ length: window.to - window.from }, (_, offset) => window.from + offset);
  if (kept >= 0 && kept < count && kept < window.from) indices.unshift(kept);
  if (kept >= window.to && kept < count) indices.push(kept);
  return indices;
}

/** What tells a row from the others, wherever it stands. */
export type RowName = string | number;

/**
 * The element that each row is drawn in, by its number. A row that was there keeps its own, and the focus with it; one that comes
 * takes over that of one that went, in their order, so that few are made or moved: a list that grows by thousands a second would
 * make all of them anew in each frame. `names`, and the keys of `before`: in the order in which they stand.
 */
export function elementsOf(
  names: readonly RowName[],
  before: ReadonlyMap<RowName, number>,
): ReadonlyMap<RowName, number> {
  const stays = new Set(names);
  const free = [...before].filter(([name]) => !stays.has(name)).map(([, element]) => element);
  let made = Math.max(-1, ...before.values()) + 1;
  return new Map(names.map((name) => [name, before.get(name) ?? free.shift() ?? made++]));
}

/** The row a key leads to, or undefined for another key or an empty list. */
export function keyIndex(key: string, selected: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, selected + 1);
    case 'ArrowUp':
      return selected < 0 ? last : Math.max(0, selected - 1);
    case 'PageDown':
      return Math.min(last, Math.max(0, selected) + page);
    case 'PageUp':
      return Math.max(0, selected - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Where to scroll so that a row is in sight, below a head that covers the top; undefined when it already is. */
export function scrollFor(
  index: number,
  rowHeight: number,
  top: number,
  viewport: number,
): number | undefined {
  const start = index * rowHeight;
  if (start < top) return start;
  const end = start + rowHeight;
  return end > top + viewport ? end - viewport : undefined;
}

export interface ListInputs {
  readonly count: number;
  readonly rowHeight: number | undefined;
  readonly selected: number;
  readonly follow: boolean;
  /** Each row holds a button that takes the focus in its place. */
  readonly inside: boolean;
  nameOf(index: number): RowName;
  setSelected(index: number): void;
  setFollow(follow: boolean): void;
  open(index: number): void;
}

const UNSTYLED_ROW = 24;
/** A viewport where nothing is laid out: tests without a browser still get rows. */
const UNMEASURED_VIEWPORT = 600;

export class VirtualListState {
  readonly #inputs: ListInputs;
  #scroller: HTMLElement | undefined;
  #head: HTMLElement | undefined;
  #top = $state(0);
  #viewport = $state(UNMEASURED_VIEWPORT);
  #tokenHeight = $state(UNSTYLED_ROW);
  #focusSoon = false;

  readonly rowHeight = $derived.by(() => this.#inputs.rowHeight ?? this.#tokenHeight);
  /** While the end is followed, where that is: its rows are drawn before it is scrolled to, once. */
  readonly #shownTop = $derived.by(() =>
    this.#inputs.follow ? Math.max(0, this.#inputs.count * this.rowHeight - this.#viewport) : this.#top,
  );
  readonly #window = $derived.by(() =>
    windowOf(this.#inputs.count, this.rowHeight, this.#shownTop, this.#viewport),
  );
  readonly indices = $derived.by(() => indicesOf(this.#window, this.#inputs.selected, this.#inputs.count));
  /** Of the rows before: what is drawn next is drawn in the same ones. */
  #elements: ReadonlyMap<RowName, number> = new Map();
  readonly #drawnIn = $derived.by(() => {
    const names = this.indices.map((index) => this.#inputs.nameOf(index));
    this.#elements = elementsOf(names, this.#elements);
    return this.#elements;
  });
  readonly from = $derived.by(() => this.#window.from);
  readonly to = $derived.by(() => this.#window.to);
  /** The one row in the tab order. */
  readonly reached = $derived.by(() => {
    const { selected, count } = this.#inputs;
    return selected >= 0 && selected < count
      ? selected
      : Math.min(this.#window.to - 1, Math.ceil(this.#shownTop / this.rowHeight));
  });

  constructor(inputs: ListInputs) {
    this.#inputs = inputs;
  }

  /** The number of the element that a row is drawn in. */
  elementOf(index: number): number | undefined {
    return this.#drawnIn.get(this.#inputs.nameOf(index));
  }

  attach = (scroller: HTMLElement): (() => void) | undefined => {
    this.#scroller = scroller;
    this.#measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      this.#measure();
      this.stayAtTail();
    });
    observer.observe(scroller);
    return () => observer.disconnect();
  };

  attachHead = (head: HTMLElement): void => {
    this.#head = head;
  };

  #measure(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const inner = scroller.clientHeight - this.#headHeight();
    if (inner > 0) this.#viewport = inner;
    const token = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--row-log'));
    if (token > 0) this.#tokenHeight = token;
  }

  #headHeight(): number {
    return this.#head?.offsetHeight ?? 0;
  }

  onscroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#top = scroller.scrollTop;
    // Scrolling away stops following; coming back to the end starts it again.
    const rest = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
    const atTail = rest < this.rowHeight / 2;
    if (atTail !== this.#inputs.follow && this.#followable) this.#inputs.setFollow(atTail);
  };

  /** Whether the owner asked for following at all. */
  #followable = false;

  /** Scrolls to the end when following. Call it from an effect that reads the count. */
  stayAtTail(): void {
    const scroller = this.#scroller;
    if (this.#inputs.follow) this.#followable = true;
    if (!scroller || !this.#inputs.follow) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#top = scroller.scrollTop;
  }

  select(index: number): void {
    this.#inputs.setSelected(index);
  }

  activate(index: number): void {
    this.select(index);
    this.#inputs.open(index);
  }

  onkeydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      // A button inside a row keeps its own keys.
      if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return;
      event.preventDefault();
      this.activate(this.reached);
      return;
    }
    const page = Math.max(1, Math.floor(this.#viewport / this.rowHeight) - 1);
    const from =
      this.#inputs.selected >= 0
        ? this.#inputs.selected
        : event.key === 'ArrowDown'
          ? this.reached - 1
          : this.reached;
    const index = keyIndex(event.key, from, this.#inputs.count, page);
    if (index === undefined) return;
    event.preventDefault();
    this.reveal(index);
    this.#focusSoon = true;
    this.select(index);
  };

  /** Brings a row into sight without moving more than needed. */
  reveal(index: number): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const top = scrollFor(index, this.rowHeight, scroller.scrollTop, this.#viewport);
    if (top === undefined) return;
    scroller.scrollTop = top;
    this.#top = scroller.scrollTop;
  }

  /** Moves the focus to the selected row once it exists. Call it from an effect that reads the selection. */
  focusSelected(): void {
    const { selected } = this.#inputs;
    if (!this.#focusSoon) return;
    this.#focusSoon = false;
    const row = this.#scroller?.querySelector<HTMLElement>(`[data-row="${String(selected)}"]`);
    const reached = this.#inputs.inside ? row?.querySelector('button') : row;
    reached?.focus({ preventScroll: true });
  }
}
