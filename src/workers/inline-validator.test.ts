import { expect, test } from 'vitest';
import { createInlineValidator } from './inline-validator.ts';

test('it validates where it is called, and no more once disposed', async () => {
  const validator = createInlineValidator();
  expect(await validator.validate('{"type":"string"}', '"a"')).toEqual({ verdict: 'valid' });
  expect(await validator.validate('{"type":"string"}', '1')).toMatchObject({ verdict: 'invalid' });
  validator.dispose();
  expect(await validator.validate('{"type":"string"}', '"a"')).toEqual({
    verdict: 'undecided',
    reason: 'Validation has been closed',
  });
});
