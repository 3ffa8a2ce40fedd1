import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate, keepWritten, keysOf, readAgain } from './query-keys.ts';

const shopKeys = keysOf('shops');

test('a noun’s key makes all its queries stale, a group’s key only the group, and neither affects another noun', () => {
  const queryClient = new QueryClient();
  const stale = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.isInvalidated);
  for (const key of [shopKeys.of('one', 7), shopKeys.of('one', 8), shopKeys.of('list'), keysOf('shop-owners').all])
    queryClient.setQueryData(key, 'known');
  invalidate(queryClient, shopKeys.of('one', 7), shopKeys.of('list'));
  expect(stale()).toEqual([true, false, true, false]);
  invalidate(queryClient, shopKeys.all);
  expect(stale()).toEqual([true, true, true, false]);
});

/** A query whose reads are answered by the test, in any order. */
function heldQuery() {
  const queryClient = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryKey = shopKeys.of('list');
  const read = () =>
    queryClient.fetchQuery<string>({ queryKey, queryFn: () => new Promise((answer) => answers.push(answer)) });
  return { queryClient, queryKey, answers, read, cached: () => queryClient.getQueryData<string>(queryKey) };
}

test('a first read that a write overtakes is read again, and only the second answer is kept', async () => {
  const { queryClient, answers, read, cached } = heldQuery();
  const first = read();
  invalidate(queryClient, shopKeys.all);
  expect(answers).toHaveLength(2);
  answers[0]?.('before the write');
  answers[1]?.('after the write');
  expect(await first).toBe('after the write');
  expect(cached()).toBe('after the write');
});

test('a prefetch of known data that a write overtakes is read again, and only the second answer is kept', async () => {
  const { queryClient, queryKey, answers, read, cached } = heldQuery();
  queryClient.setQueryData(queryKey, 'known');
  const prefetch = read();
  invalidate(queryClient, shopKeys.all);
  answers[0]?.('before the write');
  answers[1]?.('after the write');
  expect(await prefetch).toBe('after the write');
  expect(cached()).toBe('after the write');
});

test.each(['known', undefined])(
  'a read of %s data that a written value overtakes is repeated, and its answer dropped',
  async (known) => {
    const { queryClient, queryKey, answers, read, cached } = heldQuery();
    if (known) queryClient.setQueryData(queryKey, known);
    const reading = read();
    keepWritten(queryClient, queryKey, (before) => before && 'written');
    expect(cached()).toBe(known && 'written');
    answers[0]?.('before the write');
    answers[1]?.('after the write');
    expect(await reading).toBe('after the write');
    expect(cached()).toBe('after the write');
  },
);

test('a written value causes no read when none is in flight', () => {
  const { queryClient, queryKey, answers, cached } = heldQuery();
  queryClient.setQueryData(queryKey, 'known');
  keepWritten(queryClient, queryKey, 'written');
  expect(cached()).toBe('written');
  expect(answers).toHaveLength(0);
});

test('reading again after a refusal does not share the answer of a read that began before', async () => {
  const { queryClient, queryKey, answers, read } = heldQuery();
  const first = read();
  const again = readAgain(queryClient, {
    queryKey,
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  });
  expect(answers).toHaveLength(2);
  answers[0]?.('before the refusal');
  answers[1]?.('after the refusal');
  expect(await Promise.all([first, again])).toEqual(['after the refusal', 'after the refusal']);
});

test('a key written by hand does not compile', () => {
  const queryClient = new QueryClient();
  // @ts-expect-error -- no factory made this key
  void queryClient.invalidateQueries({ queryKey: ['shops'] });
  // @ts-expect-error -- nor this one, also where it is a constant
  queryClient.setQueryData(['shops', 7] as const, 'known');
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
});
