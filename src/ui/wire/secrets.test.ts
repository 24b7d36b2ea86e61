import { expect, test } from 'vitest';
import { Vault } from '../../engine/wire-log/vault.ts';
import { hasSecret, revealed, secretParts } from './secrets.ts';

test('finds what the vault hides, with its length', () => {
  const vault = new Vault();
  const shown = vault.hideHeader('Bearer abcdefghij');
  expect(secretParts(shown)).toEqual([
    { kind: 'text', text: 'Bearer ' },
    { kind: 'secret', placeholder: vault.hide('abcdefghij'), length: 10 },
  ]);
  expect(hasSecret(shown)).toBe(true);
  expect(revealed(shown, (placeholder) => vault.reveal(placeholder))).toBe('Bearer abcdefghij');
});

test('a text without a secret is one piece', () => {
  expect(secretParts('application/json')).toEqual([{ kind: 'text', text: 'application/json' }]);
  expect(secretParts('')).toEqual([{ kind: 'text', text: '' }]);
  expect(hasSecret('secret 1, 2 characters')).toBe(false);
});

test('a secret that the tab no longer has stays a placeholder', () => {
  const vault = new Vault();
  const shown = `a ${vault.hide('x')} b`;
  expect(revealed(shown, () => null)).toBe(shown);
});
