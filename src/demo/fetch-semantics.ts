/**
 * Gives a request handler the manners of `fetch`: an abort before the headers or in the middle of the body
 * rejects with the signal's reason (an `AbortError` unless the caller chose another), the handler's own signal
 * fires, and the body stays a stream that delivers each chunk when it is written.
 *
 * A bare handler has none of that: aborted before its headers it resolves with a 499, aborted later it leaves
 * the stream open.
 */
export function asFetch(handle: (request: Request) => Promise<Response>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const response = await untilAborted(handle(request), signal);
    return withUrl(
      response.body === null ? response : abortable(response, response.body, signal),
      request.url,
    );
  };
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = deferred();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function deferred(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<never>((_, fail) => {
    reject = fail;
  });
  return { promise, reject };
}

function abortable(response: Response, body: ReadableStream<Uint8Array>, signal: AbortSignal): Response {
  const reader = body.getReader();
  let detach = () => undefined as void;
  const guarded = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const onAbort = () => {
          controller.error(signal.reason);
          reader.cancel(signal.reason).catch(() => undefined);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        detach = () => signal.removeEventListener('abort', onAbort);
      },
      async pull(controller) {
        const { value, done } = await reader.read();
        // An abort while the read was pending has put the stream in its error state already.
        if (signal.aborted) return;
        if (done) {
          detach();
          controller.close();
        } else {
          controller.enqueue(value);
        }
      },
      async cancel(reason) {
        detach();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(guarded, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
}

// A constructed Response has an empty url, and the constructor takes none.
function withUrl(response: Response, url: string): Response {
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
