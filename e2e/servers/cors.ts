import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a server allows a page of another origin. Absent members mean "everything a page needs". */
export type CorsPolicy = {
  /** `Access-Control-Allow-Origin`; `null` leaves it out. */
  allowOrigin?: string | null;
  /** `Access-Control-Allow-Headers`; default: whatever the preflight asks for. */
  allowHeaders?: readonly string[];
  allowMethods?: readonly string[];
  /** `Access-Control-Expose-Headers`; default: the session id and the challenge. */
  exposeHeaders?: readonly string[];
  /** Where the exposed headers are named: on every answer, or (wrongly) on the preflight only. */
  exposeOn?: 'all' | 'preflight';
  /** Methods whose answers carry no CORS headers at all. */
  silentFor?: readonly string[];
  /** Status of the preflight; default 204. */
  preflightStatus?: number;
};

const EXPOSED = ['Mcp-Session-Id', 'WWW-Authenticate'];

/** Puts the policy's headers on a response that is not sent yet. */
export function applyCors(req: IncomingMessage, res: ServerResponse, policy: CorsPolicy = {}): void {
  const preflight = req.method === 'OPTIONS';
  if (policy.allowOrigin === null || policy.silentFor?.includes(req.method ?? '')) return;
  res.setHeader('Access-Control-Allow-Origin', policy.allowOrigin ?? '*');
  if (preflight || policy.exposeOn !== 'preflight') {
    const exposed = policy.exposeHeaders ?? EXPOSED;
    if (exposed.length > 0) res.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
  }
  if (!preflight) return;
  const asked = req.headers['access-control-request-headers'];
  const allowed = policy.allowHeaders?.join(', ') ?? asked;
  if (allowed !== undefined && allowed !== '') res.setHeader('Access-Control-Allow-Headers', allowed);
  res.setHeader(
    'Access-Control-Allow-Methods',
    (policy.allowMethods ?? ['GET', 'POST', 'DELETE']).join(', '),
  );
}

/** Answers a preflight. */
export function answerPreflight(req: IncomingMessage, res: ServerResponse, policy: CorsPolicy = {}): void {
  applyCors(req, res, policy);
  res.writeHead(policy.preflightStatus ?? 204).end();
}
