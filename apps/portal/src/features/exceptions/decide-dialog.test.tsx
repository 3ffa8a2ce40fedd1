import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ExceptionDetails } from '@volume/contract/exceptions/exceptions.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { application, merchant, payee } from '#platform/testing/sample-merchant.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { DecideDialog } from './decide-dialog.tsx';

const at = '2026-03-01T10:00:00.000';
const exception: ExceptionDetails = {
  exceptionId: '00000000-0000-4000-8000-00000000000e',
  merchantId: merchant().merchantId,
  merchantName: 'Northwind Ltd',
  kind: 'STATUS_DIFFERS',
  objectKind: 'PAYOUT',
  objectId: 'payout-1',
  payInAccountId: 7,
  provider: 'MODULR',
  currency: 'GBP',
  ourStatus: 'FAILED',
  ourAmount: 40_07,
  providerStatus: 'PROCESSED',
  providerAmount: 40_07,
  providerWords: null,
  state: 'OPEN',
  count: 1,
  firstAtUtc: at,
  lastAtUtc: at,
  note: null,
  decidedBy: null,
  decidedAtUtc: null,
  held: null,
  moves: { amount: 40_07, direction: 'OUT' },
  corrections: [],
};

beforeEach(() => {
  putSettings();
  const owner = merchant({ applications: [application({ payeeDetailsPerCurrency: [payee()] })] });
  vi.stubGlobal('fetch', async (target: string) =>
    Response.json(target.endsWith('/capabilities') ? [] : { ...owner, paymentFlatFeeInPercentage: 0.75 }),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (changes: Partial<ExceptionDetails> = {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DecideDialog exception={{ ...exception, ...changes }} decision="accept" isOpen onClose={() => undefined} />
    </QueryClientProvider>,
  );

test('shows the amount that accepting moves, with the merchant and the account, before it is pressed', async () => {
  show();
  screen.getByRole('button', { name: 'Accept and book £40.07' });
  screen.getByText('£40.07 leaves the available balance');
  await screen.findByText('GBP · Modulr');
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Northwind Ltd',
    'payout-1',
    'GBP · Modulr60-16-13 · 3192 6819',
    '£40.07 · Failed',
    '£40.07 · Processed',
    '− £40.07',
  ]);
});

test('says that nothing moves when the books agree, and in which direction money moves', () => {
  show({ moves: null });
  screen.getByRole('button', { name: 'Accept and book' });
  expect(screen.queryByText('No money moves now')).not.toBeNull();
  expect(screen.queryByText('Unchanged')).not.toBeNull();
  cleanup();
  show({ moves: { amount: 40_07, direction: 'IN' } });
  expect(screen.queryByText('£40.07 is added to the available balance')).not.toBeNull();
  expect(screen.queryByText('+ £40.07')).not.toBeNull();
});

test('the note stays visible while the password is asked for', async () => {
  const answer = globalThis.fetch;
  const refusal = {
    statusCode: 403,
    statusName: 'STEP_UP_REQUIRED',
    errorMessage: 'Confirm.',
    traceId: '0',
    source: 'VOLUME',
  };
  vi.stubGlobal('fetch', async (target: string) =>
    target.endsWith('/accept') ? Response.json(refusal, { status: 403 }) : answer(target),
  );
  show();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Rang the provider' } });
  fireEvent.click(screen.getByRole('button', { name: 'Accept and book £40.07' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Note (optional)' })).toBeNull());
  expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('Rang the provider');
});
