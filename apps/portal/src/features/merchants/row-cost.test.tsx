import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MerchantHealth } from '@volume/contract/merchants/health.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { costOf } from '#lists/testing/row-cost.ts';
import { idOf, merchant } from '#platform/testing/sample-merchant.ts';
import { healthListQuery } from './health/health-query.ts';
import { merchantSearch } from './merchant-filters.ts';
import { MerchantsPage } from './merchants-page.tsx';
import { merchantListQuery } from './merchants-query.ts';
import { never, show, stubApi } from './testing/show.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ten = Array.from({ length: 10 }, (_, index) => merchant({ merchantId: idOf(index + 1) }));
const healthOf = (merchantId: string): MerchantHealth => ({
  merchantId,
  payments30Days: 12,
  failedShare: 0.5,
  volumes: [
    { currency: 'GBP', count: 6, amount: 120_000 },
    { currency: 'EUR', count: 6, amount: 90_000 },
  ],
  lastPaymentAtUtc: '2026-11-20T09:05:00.000',
  gaps: ['NO_ACCOUNT', 'NO_CALLBACK'],
  disabled: null,
  openRequests: 1,
});

test.each([
  ['with their health', new Map(ten.map(({ merchantId }) => [merchantId, healthOf(merchantId)]))],
  ['while their health loads', undefined],
])('a row of the list of merchants %s has at most 6 components and 2 effects', (_, healths) => {
  stubApi(never);
  const queryClient = createQueryClient();
  queryClient.setQueryData(merchantListQuery().queryKey, ten);
  queryClient.setQueryData(healthListQuery().queryKey, healths);
  show(
    <MerchantsPage
      search={merchantSearch.read({})}
      rowHref={({ merchantId }) => `/admin/merchants/${merchantId}`}
      onChange={() => undefined}
      onOpen={() => undefined}
    />,
    queryClient,
    ['GET merchants/health'],
  );
  expect(screen.queryAllByText('Request')).toHaveLength(healths?.size ?? 0);
  const costs = [...document.querySelectorAll('tbody tr:has(.row-link)')].map(costOf);
  expect(costs).toHaveLength(10);
  for (const { components, effects } of costs) {
    expect(components).toBeLessThanOrEqual(6);
    expect(components).toBeGreaterThan(0);
    expect(effects).toBeLessThanOrEqual(2);
  }
});
