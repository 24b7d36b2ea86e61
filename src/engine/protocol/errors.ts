import { existsIn } from './revisions.ts';

/** A JSON-RPC error code with a meaning, in the revisions that give it one. */
export interface ErrorCode {
  readonly code: number;
  /** As the specification spells it. */
  readonly name: string;
  readonly meaning: string;
  readonly since: string;
  /** The first revision in which it no longer means this. */
  readonly until?: string;
}

const JSON_RPC = '2024-11-05';

/** Codes with a meaning of their own. The same code may have two rows with different lifetimes. */
export const ERROR_CODES: readonly ErrorCode[] = [
  { code: -32700, name: 'Parse error', meaning: 'The body is not JSON.', since: JSON_RPC },
  {
    code: -32600,
    name: 'Invalid Request',
    meaning: 'The body is not a JSON-RPC request.',
    since: JSON_RPC,
  },
  {
    code: -32601,
    name: 'Method not found',
    meaning: 'The server does not implement the method.',
    since: JSON_RPC,
  },
  {
    code: -32602,
    name: 'Invalid params',
    meaning: 'The params are not what the method takes.',
    since: JSON_RPC,
  },
  {
    code: -32603,
    name: 'Internal error',
    meaning: 'The server failed while it worked on the request.',
    since: JSON_RPC,
  },
  {
    code: -32002,
    name: 'Resource not found',
    meaning: 'There is no resource at that URI.',
    since: JSON_RPC,
    until: '2026-07-28',
  },
  {
    code: -32042,
    name: 'URLElicitationRequired',
    meaning: 'The request needs the user to finish an interaction at the URLs in data.elicitations first.',
    since: '2025-11-25',
    until: '2026-07-28',
  },
  {
    code: -32020,
    name: 'HeaderMismatch',
    meaning: 'A header is missing, malformed or does not say what the body says.',
    since: '2026-07-28',
  },
  {
    code: -32021,
    name: 'MissingRequiredClientCapability',
    meaning:
      'The request needs a client capability that it did not declare; data.requiredCapabilities lists it.',
    since: '2026-07-28',
  },
  {
    code: -32022,
    name: 'UnsupportedProtocolVersion',
    meaning: 'The server does not speak the requested version; data.supported lists those it speaks.',
    since: '2026-07-28',
  },
];

/** Codes that drafts of 2026-07-28 used and servers may still send: shown as such, never taken for the final ones. */
export const DRAFT_ERROR_CODES: readonly {
  readonly code: number;
  readonly name: string;
  readonly now: number;
}[] = [
  { code: -32001, name: 'HeaderMismatch', now: -32020 },
  { code: -32003, name: 'MissingRequiredClientCapability', now: -32021 },
  { code: -32004, name: 'UnsupportedProtocolVersion', now: -32022 },
];

/** The code 2026-07-28 answers with when headers and body differ. */
export const HEADER_MISMATCH = -32020;

/** The code 2026-07-28 answers with when the request did not declare a capability that it needs. */
export const MISSING_CLIENT_CAPABILITY = -32021;

/** The code 2026-07-28 answers with when it does not speak the requested version. */
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;

/** JSON-RPC's code for a method the server does not implement. */
export const METHOD_NOT_FOUND = -32601;
/** The receiver failed while it worked on the request. */
export const INTERNAL_ERROR = -32603;

/** What `code` means in `version`; undefined where that revision gives it no meaning. */
export function findErrorCode(code: number, version: string): ErrorCode | undefined {
  return ERROR_CODES.find((row) => row.code === code && existsIn(version, row));
}

/** What `code` meant in a draft of 2026-07-28, and the final code for the same thing. */
export function findDraftErrorCode(code: number): (typeof DRAFT_ERROR_CODES)[number] | undefined {
  return DRAFT_ERROR_CODES.find((row) => row.code === code);
}
