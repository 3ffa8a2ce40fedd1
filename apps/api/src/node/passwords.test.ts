import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a hash is argon2id with 19 MiB, two passes, one lane, and opens for its password alone', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse')).toBe(true);
  expect(await passwords.verify(hash, 'correct house')).toBe(false);
});

test('a hash that cannot be read opens for nothing', async () => {
  expect(await createPasswords().verify('plain:x', 'x')).toBe(false);
});

test('letters that look the same are the same, however they were typed', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify(await passwords.hash('Zo\u00eb'), 'Zoe\u0308')).toBe(true);
});

test('beyond the waiting line one is refused at once, and the line still empties', async () => {
  const passwords = createPasswords({ atOnce: 1, waiting: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await expect(passwords.hash('x')).resolves.toContain('argon2id');
});
