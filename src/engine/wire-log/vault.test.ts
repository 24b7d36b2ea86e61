import { describe, expect, it } from 'vitest';
import { Vault } from './vault.ts';

describe('the vault', () => {
  it('hides the secret of a scheme and keeps the scheme', () => {
    const vault = new Vault();
    const shown = vault.hideHeader('Bearer abc.def');
    expect(shown).toMatch(/^Bearer ‹secret 1, 7 characters›$/);
    expect(vault.fill(shown)).toBe('Bearer abc.def');
    expect(vault.reveal('‹secret 1, 7 characters›')).toBe('abc.def');
  });

  it('gives one placeholder for one value, others for others of the same length', () => {
    const vault = new Vault();
    expect(vault.hide('aa')).toBe(vault.hide('aa'));
    expect(vault.hide('aa')).not.toBe(vault.hide('bb'));
  });

  it('puts values in literally, also where they look like a replacement pattern', () => {
    const vault = new Vault();
    expect(vault.fill(`x ${vault.hide('$& $1')} y`)).toBe('x $& $1 y');
  });

  it('knows nothing of a placeholder it did not make', () => {
    expect(new Vault().reveal('‹secret 1, 7 characters›')).toBeNull();
  });

  it('knows no placeholder of another vault, which may have given the same number', () => {
    const before = new Vault('a1b2').hide('the secret of yesterday');
    const today = new Vault('c3d4');
    today.hide('the secret of today....');
    expect(before).toBe('‹secret a1b2-1, 23 characters›');
    expect(today.reveal(before)).toBeNull();
  });
});
