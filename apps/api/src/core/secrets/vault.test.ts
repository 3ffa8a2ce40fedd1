import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, sealedUnder } from './vault.ts';

const key = (letter: string) => btoa(letter.repeat(32));
const first = createVault(`1:${key('a')}`);
const both = createVault(`2:${key('b')},1:${key('a')}`);
const second = createVault(`2:${key('b')}`);

test('what is sealed opens again for its purpose, whatever the text, and never stands in it', async () => {
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

test('the same text is sealed differently each time', async () => {
  expect(await first.seal('JBSWY3DP', 'totp')).not.toBe(await first.seal('JBSWY3DP', 'totp'));
});

test('the highest version seals, every version opens its own, an unknown one says so', async () => {
  const [old, young] = [await first.seal('old', 'totp'), await both.seal('young', 'totp')];
  expect(sealedUnder(young)).toBe(2);
  expect([await both.open(old, 'totp'), await both.open(young, 'totp')]).toEqual(['old', 'young']);
  await expect(first.open(young, 'totp')).rejects.toThrow('SECRETS_KEY has no version 2');
  await expect(second.open(old, 'totp')).rejects.toThrow('SECRETS_KEY has no version 1');
  await expect(createVault(`1:${key('c')}`).open(old, 'totp')).rejects.toThrow('does not open');
});

test('a sealed text that was changed anywhere, or is none, does not open', async () => {
  const sealed = await both.seal('JBSWY3DPEHPK3PXP', 'totp');
  const changed = Array.from(sealed.slice(3), (letter, at) => {
    // The last letter of base64 may hold bits that count for nothing.
    const other = letter === 'A' ? 'Q' : 'A';
    return `v2.${sealed.slice(3, 3 + at)}${other}${sealed.slice(4 + at)}`;
  });
  for (const text of [...changed, `v1.${sealed.slice(3)}`, 'JBSWY3DPEHPK3PXP', '', 'v2.'])
    await expect(both.open(text, 'totp')).rejects.toThrow(Error);
});

test('a mac follows from text, purpose and version alone', async () => {
  const { version, mac } = await both.mac('row', 'trail');
  expect(version).toBe(2);
  expect(await second.mac('row', 'trail')).toEqual({ version, mac });
  expect(await both.mac('row', 'trail', 1)).toEqual(await first.mac('row', 'trail'));
  const others = [both.mac('row ', 'trail'), both.mac('row', 'trail.'), both.mac('row', 'trail', 1)];
  for (const other of await Promise.all(others)) expect(other.mac).not.toBe(mac);
  await expect(first.mac('row', 'trail', 2)).rejects.toThrow('SECRETS_KEY has no version 2');
});

test('a vault of something else is refused without repeating it', () => {
  expect(() => createVault('hunter2')).toThrow(/^SECRETS_KEY must be (?!.*hunter2)/);
});
