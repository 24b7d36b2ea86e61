/**
 * Address of the embedded demo server. `.invalid` never resolves (RFC 6761), so a request that misses the
 * demo's `fetch` can't leave the page. Alone in its file: the address is needed before the demo is loaded.
 */
export const DEMO_URL = 'https://demo.roundtrip.invalid/mcp';
