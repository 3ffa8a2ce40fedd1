import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { invalidate, keysOf } from './query-keys.ts';

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

test('a first read that a write overtakes is read again, and only the second answer is kept', async () => {
  const queryClient = new QueryClient();
  const answers: ((text: string) => void)[] = [];
  const queryKey = shopKeys.of('list');
  const read = queryClient.fetchQuery({ queryKey, queryFn: () => new Promise((answer) => answers.push(answer)) });
  invalidate(queryClient, shopKeys.all);
  expect(answers).toHaveLength(2);
  answers[0]?.('before the write');
  answers[1]?.('after the write');
  expect(await read).toBe('after the write');
  expect(queryClient.getQueryData(queryKey)).toBe('after the write');
});

test('a key written by hand does not compile', () => {
  const queryClient = new QueryClient();
  // @ts-expect-error -- no factory made this key
  void queryClient.invalidateQueries({ queryKey: ['shops'] });
  // @ts-expect-error -- nor this one, also where it is a constant
  queryClient.setQueryData(['shops', 7] as const, 'known');
  expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
});
