import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataTable } from '#design/table/data-table.tsx';
import { buildColumns } from '#lists/list.ts';
import { costOf } from '#lists/testing/row-cost.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { payInList } from './pay-in-list.tsx';
import { payIn, payInId, wirePage, wirePayIn } from './testing/sample-pay-in.ts';
import { List, show } from './testing/show.tsx';
import { stubApi } from './testing/stub-api.ts';

putSettings({ isTestAutomation: true });
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const ten = Array.from({ length: 10 }, (_, index) =>
  wirePayIn({ paymentId: payInId(index), statusTags: ['HELD', 'RETURNED'], riskCategory: 'HIGH' }),
);
const rows = () => [...document.querySelectorAll('tbody tr:has(.row-link)')];

test.each([
  ['a merchant', undefined],
  ['administrators', () => 'Northwind Ltd'],
])(
  'a row of the pay-in list of %s has at most 6 components and 2 effects, with its checkbox',
  async (_, merchantName) => {
    stubApi(() => ({ body: wirePage(ten, { page: 0, size: 10, totalElements: 10 }) }));
    show(<List {...(merchantName && { merchantName })} />);
    await screen.findAllByRole('checkbox', { name: /^Select Settled/ });
    const costs = rows().map(costOf);

    expect(costs).toHaveLength(10);
    for (const { components, effects } of costs) {
      expect(components).toBeLessThanOrEqual(6);
      expect(components).toBeGreaterThan(0);
      expect(effects).toBeLessThanOrEqual(2);
    }
  },
);

test('the rows read no storage', () => {
  const reads = vi.spyOn(Storage.prototype, 'getItem');
  const time = { zone: 'UTC', zoneName: 'UTC', now: Date.now() };
  const columns = buildColumns(payInList.columns, { time, context: { rowHref: () => '/' } });
  const table = <DataTable caption="Pay-ins" columns={columns} rows={[payIn()]} rowKey={payInList.rowKey} />;
  expect(render(table).queryByText('Amelia Wright')).not.toBeNull();
  expect(reads).not.toHaveBeenCalled();
});
