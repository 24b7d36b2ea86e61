import { expect, test } from 'vitest';
import { findDraftErrorCode, findErrorCode } from './errors.ts';

test.each([
  [-32020, '2026-07-28', 'HeaderMismatch'],
  [-32021, '2026-07-28', 'MissingRequiredClientCapability'],
  [-32022, '2026-07-28', 'UnsupportedProtocolVersion'],
  [-32020, '2025-11-25', undefined],
  [-32002, '2025-11-25', 'Resource not found'],
  [-32002, '2026-07-28', undefined],
  [-32042, '2025-11-25', 'URLElicitationRequired'],
  [-32042, '2025-06-18', undefined],
  [-32042, '2026-07-28', undefined],
  [-32601, '2025-03-26', 'Method not found'],
  [-32000, '2025-03-26', undefined],
])('%i in %s is %s', (code, version, name) => {
  expect(findErrorCode(code, version)?.name).toBe(name);
});

test.each([
  [-32001, -32020],
  [-32003, -32021],
  [-32004, -32022],
])('%i was a draft number of %i', (code, now) => {
  expect(findDraftErrorCode(code)?.now).toBe(now);
});

test('no final code is taken for a draft one', () => {
  for (const code of [-32020, -32021, -32022, -32601]) expect(findDraftErrorCode(code)).toBeUndefined();
});
