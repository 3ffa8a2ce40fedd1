import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterEach, expect, test } from 'vitest';
import { capabilitiesQuery } from '#platform/calls/capabilities.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { idOf } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';
import { FoundFigure } from './found-figure.tsx';

afterEach(cleanup);

const query: PayInQuery = {
  startDateTimeUtc: '2026-11-01T00:00:00.000',
  endDateTimeUtc: '2026-11-26T23:59:59.999',
  applicationId: idOf(2),
  merchantId: idOf(1),
  currencies: ['GBP', 'EUR'],
  minAmount: 1050,
  heldFilter: 'HELD',
  riskCategory: [],
  includeNewPayments: true,
  sort: 'createdAt,desc',
  page: 3,
  size: 25,
};

function addressOf(path: string, isForAll: boolean): URL {
  window.history.replaceState(null, '', `${path}?applicationId=${idOf(2)}`);
  signIn({ merchantId: idOf(1), authorities: ['VIEW_ONLY'] });
  putSettings();
  const queryClient = createQueryClient();
  queryClient.setQueryData(capabilitiesQuery().queryKey, ['GET explain']);
  render(
    <QueryClientProvider client={queryClient}>
      <FoundFigure {...{ query, isForAll }}>76–100 of 4,312</FoundFigure>
    </QueryClientProvider>,
  );
  const mark = screen.getByRole('button', { name: 'Pay-ins in this list 76–100 of 4,312' });
  return new URL(mark.getAttribute('href') ?? '', 'https://portal.example');
}

const filters = {
  figure: 'FOUND_PAY_INS',
  startDateTimeUtc: '2026-11-01T00:00:00.000',
  endDateTimeUtc: '2026-11-26T23:59:59.999',
  currencies: 'GBP,EUR',
  minAmount: '10.5',
  heldFilter: 'HELD',
  includeNewPayments: 'true',
};

test('the total of a list is explained with the filters of its request and of its page', () => {
  const { pathname, searchParams } = addressOf('/payments/payin', false);
  expect(pathname).toBe('/explain');
  expect(Object.fromEntries(searchParams)).toEqual({ ...filters, applicationId: idOf(2) });
});

test('the list of all merchants names the merchant that is chosen', () => {
  const { pathname, searchParams } = addressOf('/admin/payments', true);
  expect(pathname).toBe('/admin/explain');
  expect(Object.fromEntries(searchParams)).toEqual({ ...filters, merchantId: idOf(1) });
});
