import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, sealedUnder } from './vault.ts';

const key = (letter: string) => btoa(letter.repeat(32));
const first = createVault(`1:${key('a')}`);
const both = createVault(`2:${key('b')},1:${key('a')}`);
const second = createVault(`2:${key('b')}`);

test('an encrypted text decrypts for its purpose and never contains the plain text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.string(), async (plain, purpose) => {
      const sealed = await first.seal(plain, purpose);
      expect(sealedUnder(sealed)).toBe(1);
      if (plain.length > 3) expect(sealed).not.toContain(plain);
      expect(await first.open(sealed, purpose)).toBe(plain);
      await expect(first.open(sealed, `${purpose}.`)).rejects.toThrow('does not open');
    }),
    { numRuns: 50 },
  );
});

test('the same text is encrypted differently each time', async () => {
  expect(await first.seal('JBSWY3DP', 'totp')).not.toBe(await first.seal('JBSWY3DP', 'totp'));
});

test("encrypts with the highest version, decrypts with each text's version, and reports an unknown one", async () => {
  const [old, young] = [await first.seal('old', 'totp'), await both.seal('young', 'totp')];
  expect(sealedUnder(young)).toBe(2);
  expect([await both.open(old, 'totp'), await both.open(young, 'totp')]).toEqual(['old', 'young']);
  await expect(first.open(young, 'totp')).rejects.toThrow('SECRETS_KEY has no version 2');
  await expect(second.open(old, 'totp')).rejects.toThrow('SECRETS_KEY has no version 1');
  await expect(createVault(`1:${key('c')}`).open(old, 'totp')).rejects.toThrow('does not open');
});

test('rejects a text that was changed anywhere or is not encrypted', async () => {
  const sealed = await both.seal('JBSWY3DPEHPK3PXP', 'totp');
  const changed = Array.from(sealed.slice(3), (letter, at) => {
    // The last letter of base64 can have bits that are ignored.
    const other = letter === 'A' ? 'Q' : 'A';
    return `v2.${sealed.slice(3, 3 + at)}${other}${sealed.slice(4 + at)}`;
  });
  for (const text of [...changed, `v1.${sealed.slice(3)}`, 'JBSWY3DPEHPK3PXP', '', 'v2.'])
    await expect(both.open(text, 'totp')).rejects.toThrow(Error);
});

test('a MAC depends only on text, purpose and version', async () => {
  const { version, mac } = await both.mac('row', 'trail');
  expect(version).toBe(2);
  expect(await second.mac('row', 'trail')).toEqual({ version, mac });
  expect(await both.mac('row', 'trail', 1)).toEqual(await first.mac('row', 'trail'));
  const others = [both.mac('row ', 'trail'), both.mac('row', 'trail.'), both.mac('row', 'trail', 1)];
  for (const other of await Promise.all(others)) expect(other.mac).not.toBe(mac);
  await expect(first.mac('row', 'trail', 2)).rejects.toThrow('SECRETS_KEY has no version 2');
});

test('rejects an invalid SECRETS_KEY without repeating it', () => {
  expect(() => createVault('hunter2')).toThrow(/^SECRETS_KEY must be (?!.*hunter2)/);
});
