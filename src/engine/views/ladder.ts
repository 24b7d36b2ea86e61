/** One step of a ladder, drawn from what travelled. Times are milliseconds from the ladder's start. */
export type LadderStep =
  | { readonly kind: 'band'; readonly key: string; readonly name: string; readonly text: string; readonly waiting: boolean }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly exchange: number;
      /** Null for a request, a whole body, or an exchange without a message. */
      readonly event: number | null;
      readonly direction: 'out' | 'in';
      readonly atMs: number;
      /** The method, `result`, `accepted, no body`, `failed before headers`, … */
      readonly label: string;
      readonly id: string | null;
      /** Outcome shown as a chip. */
      readonly outcome: { readonly kind: 'complete' | 'input required' | 'error'; readonly text: string } | null;
      /** The rest of the line: keys asked for, an error's message, progress. */
      readonly detail: string;
      /** HTTP method, status or `SSE`. */
      readonly status: string;
      /** Size for what goes out, duration for what comes in. */
      readonly bytes: number | null;
      readonly ms: number | null;
      /** Nobody answers it. */
      readonly oneWay: boolean;
      readonly failed: boolean;
      /** It never arrived, or was cut. */
      readonly cut: boolean;
      /** One event of a stream that is still under way. */
      readonly slim: boolean;
      readonly finding: 'error' | 'warning' | 'info' | null;
      /** Exchanges the server is still to answer after this row, and before it. */
      readonly serverHolds: { readonly before: boolean; readonly after: boolean };
    }
  | {
      readonly kind: 'wait';
      readonly key: string;
      readonly who: 'person' | 'server' | 'client';
      readonly atMs: number;
      readonly ms: number;
      /** It still goes on. */
      readonly running: boolean;
    }
  | { readonly kind: 'text'; readonly key: string; readonly text: string };
