import { notifyManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { NewRows } from './new-rows.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Row {
  id: number;
}

const listKeys = keysOf('shops');
const pageOf = (...ids: number[]) => ({ content: ids.map((id) => ({ id })), number: 0, totalElements: ids.length });
type Page = ReturnType<typeof pageOf>;

function List({ read }: { read: () => Promise<Page> }) {
  const list = { queryKey: listKeys.of('list'), read };
  const { data, dataUpdatedAt } = useQuery({ queryKey: list.queryKey, queryFn: read });
  if (!data) return null;
  return (
    <>
      <p>Shops {data.content.map(({ id }) => id).join()}</p>
      <NewRows<Row>
        {...{ list }}
        shown={data}
        shownAt={dataUpdatedAt}
        counted={{ total: data.totalElements, at: dataUpdatedAt }}
        noun="shop"
        keyOf={({ id }) => String(id)}
        timeOf={({ id }) => String(id)}
        onFirstPage={() => undefined}
        onNews={() => undefined}
      />
    </>
  );
}

test('a poll that a write overtakes does not report the row that was written as one that left the list', async () => {
  putSettings({ isTestAutomation: true });
  notifyManager.setScheduler(queueMicrotask);
  vi.useFakeTimers({ toFake: ['Date'] });
  const queryClient = createQueryClient();
  const answers: ((page: Page) => void)[] = [];
  render(
    <QueryClientProvider client={queryClient}>
      <List read={() => new Promise((answer) => answers.push(answer))} />
    </QueryClientProvider>,
  );
  await act(async () => answers[0]?.(pageOf(1)));
  await screen.findByText('Shops 1');
  // A list is polled when its window is focused.
  await act(async () => void window.dispatchEvent(new Event('visibilitychange')));
  expect(answers).toHaveLength(2);
  invalidate(queryClient, listKeys.all);
  await act(async () => answers[2]?.(pageOf(2, 1)));
  await screen.findByText('Shops 2,1');
  vi.setSystemTime(Date.now() + 1_000);
  await act(async () => answers[1]?.(pageOf(1)));
  expect(screen.getByRole('status').textContent).toBe('');
});
