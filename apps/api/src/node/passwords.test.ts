import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a hash is argon2id with 19 MiB, two passes and one lane, and verifies only its password', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hash, 'correct horse')).toBe(true);
  expect(await passwords.verify(hash, 'correct house')).toBe(false);
});

test('a hash that cannot be parsed verifies no password', async () => {
  expect(await createPasswords().verify('plain:x', 'x')).toBe(false);
});

test('visually identical characters are equal, however they were typed', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify(await passwords.hash('Zo\u00eb'), 'Zoe\u0308')).toBe(true);
});

test('rejects a call immediately when the queue is full, and the queue still empties', async () => {
  const passwords = createPasswords({ concurrency: 1, waiting: 2 });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => passwords.hash('x')));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  await expect(passwords.hash('x')).resolves.toContain('argon2id');
});

test('after a wrong password the next one of its address waits, and those of another address do not', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('right');
  const verified: string[] = [];
  const verify = async (password: string, from: string) => {
    await passwords.verify(hash, password, from);
    verified.push(from);
  };
  await verify('wrong', 'one');
  const twice = verify('right', 'other').then(() => verify('right', 'other'));
  await Promise.all([verify('right', 'one'), twice]);
  expect(verified).toEqual(['one', 'other', 'other', 'one']);
});
