import type { ServerContext } from '@modelcontextprotocol/server';
import { rawMembers } from './raw-json.ts';

/**
 * The body text of requests being served. The SDK hands parsed values to a handler, in which large integers are
 * rounded already; it also hands over the `Request`, which is the key here.
 */
export class RequestBodies {
  readonly #texts = new WeakMap<Request, string>();

  async remember(request: Request): Promise<void> {
    if (request.method === 'POST') this.#texts.set(request, await request.clone().text());
  }

  /** The member of `params` as it was written; `undefined` when absent or when the body is an array. */
  param(context: ServerContext, name: string): string | undefined {
    const request = context.http?.req;
    const body = request === undefined ? undefined : this.#texts.get(request);
    if (body === undefined) return undefined;
    const params = rawMembers(body)?.get('params');
    return params === undefined ? undefined : rawMembers(params)?.get(name);
  }

  /** Method, name and arguments: what makes two requests the same call. Insensitive to white space. */
  call(context: ServerContext): string {
    const parts = ['name', 'uri', 'arguments'].map((name) => {
      const raw = this.param(context, name);
      return raw === undefined ? null : (JSON.parse(raw) as unknown);
    });
    return JSON.stringify([context.mcpReq.method, ...parts]);
  }
}
