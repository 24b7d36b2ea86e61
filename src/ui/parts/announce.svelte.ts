/** What is said aloud and what floats for a moment. Toasts.svelte, mounted once, is where both appear. */

export interface ToastAction {
  readonly label: string;
  run(): void;
}

export interface ToastData {
  readonly key: number;
  readonly text: string;
  readonly action: ToastAction | undefined;
}

const SHOWN_MS = 6_000;

let keys = 0;
let said = $state.raw({ key: 0, text: '' });
let toasts = $state.raw<readonly ToastData[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Tells assistive technology, politely; nothing is seen. The same text twice is said twice. */
export function announce(text: string): void {
  said = { key: ++keys, text };
}

/** Shows a line for six seconds and announces it. Never the only copy of a fact. */
export function toast(text: string, action?: ToastAction): void {
  announce(text);
  const shown = { key: ++keys, text, action };
  // Three at most: the oldest gives way.
  for (const old of toasts.slice(0, -2)) dismiss(old.key);
  toasts = [...toasts, shown];
  release(shown.key);
}

export function dismiss(key: number): void {
  hold(key);
  toasts = toasts.filter((shown) => shown.key !== key);
}

/** Stays as long as it is looked at. */
export function hold(key: number): void {
  clearTimeout(timers.get(key));
  timers.delete(key);
}

export function release(key: number): void {
  hold(key);
  timers.set(
    key,
    setTimeout(() => dismiss(key), SHOWN_MS),
  );
}

export const announcements = {
  get said(): { readonly key: number; readonly text: string } {
    return said;
  },
  get toasts(): readonly ToastData[] {
    return toasts;
  },
};
