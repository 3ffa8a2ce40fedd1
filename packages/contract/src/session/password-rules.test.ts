import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordFaults } from './password-rules.ts';

describe('a new password', () => {
  test.each([
    'correct horse battery',
    'quiet-ink-on-paper',
    'Tr0ub4dor&3xyzzy',
    'zwölf Zeichen sind genug',
    'k9#Lp2$xQ7!v',
    '🐢🐢🐇🐇🦊🦊🐻🐼🐨🐯🦁🐮',
    '839201746528',
  ])('accepts %s with any kinds of characters', (password) => expect(passwordFaults(password)).toEqual([]));
  test.each(['', 'short', 'elevenchars', '🐢🐇🦊🐻🐼🐨🐯🦁🐮'])('rejects %j as too short', (password) => {
    expect(passwordFaults(password)).toContain('TOO_SHORT');
  });
  test('can have 128 characters, but not 129', () => {
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(3);
    expect(passwordFaults(long.slice(0, 128))).toEqual([]);
    expect(passwordFaults(long.slice(0, 129))).toEqual(['TOO_LONG']);
  });
  test.each([
    'password1234',
    'Password2024!',
    'P@ssw0rd12345',
    'passwordpassword',
    'qwertyuiop12',
    '123456789012',
    '098765432109',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'abababababab',
    '1q2w3e4r5t6y',
    'iloveyou!!!!',
    'Welcome-2026-Welcome',
    'letmeinletmein1',
    'administrator1',
    'Summer2026!!',
    'volumeportal1',
    '            ',
  ])('rejects %j as too common', (password) => {
    expect(passwordFaults(password)).toContain('TOO_COMMON');
  });
  test('cannot be built from its owner’s address, name or company', () => {
    const personal = ['amelia@harbourbloom.example', 'Amelia Hart', 'Harbour & Bloom'];
    expect(passwordFaults('AmeliaHarbourbloom1', personal)).toEqual(['TOO_COMMON']);
    expect(passwordFaults('harbour-bloom-26', personal)).toEqual(['TOO_COMMON']);
    expect(passwordFaults('harbour-bloom-26', [])).toEqual([]);
    expect(passwordFaults('the harbour was full of kites', personal)).toEqual([]);
  });
  test('is never rejected as common when it is random', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'bcdfghjkmpqrstvwxz2689'), minLength: 16, maxLength: 40 });
    fc.assert(
      fc.property(
        letters.filter((text) => new Set(text).size > 8),
        (text) => passwordFaults(text).length === 0,
      ),
    );
  });
});
