import { QueryClientProvider } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ReconcilePage } from '#features/reconciliation/reconcile-page.tsx';
import type { WorkerReply, WorkerRequest } from '#features/reconciliation/worker/worker-messages.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';

const iban = 'GB29NWBK60161331926819';
const scope = {
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
};
const account = {
  id: 1,
  forCurrency: 'GBP',
  isVirtualAccount: false,
  accountIdentification1: { type: 'IBAN', number: iban },
  accountIdentification2: null,
} as unknown as PayInAccount;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const good = `Account,${iban}\nDate,Name,Reference,Amount\n21/11/2026,Ada Smith,INV-1,12.50\n22/11/2026,Nobody we know,RENT,84.21\n`;
const books = {
  payments:
    'Payment id,Created,Amount,Currency,Payer,Reference,Status\np1,2026-11-21T10:00:00.000,12.50,GBP,Ada Smith,INV-1,COMPLETED\n',
  'outbound-payments': 'payoutPaymentId,createdAtUtc,amount,currency,status\n',
};

/** Runs the page's worker on the main thread, because jsdom has no workers. */
const inside = {
  hear: undefined as ((event: { data: WorkerRequest }) => void) | undefined,
  say: undefined as ((reply: WorkerReply) => void) | undefined,
  addEventListener: (_: string, listener: (event: { data: WorkerRequest }) => void) => void (inside.hear = listener),
  postMessage: (reply: WorkerReply) => inside.say?.(reply),
};
class SameThread {
  onmessage: ((event: { data: WorkerReply }) => void) | undefined;
  postMessage(data: WorkerRequest): void {
    inside.say = (reply) => this.onmessage?.({ data: structuredClone(reply) });
    inside.hear?.({ data });
  }
  terminate(): void {
    this.onmessage = undefined;
  }
}

beforeAll(async () => {
  vi.stubGlobal('self', inside);
  await import('#features/reconciliation/worker/reconciliation-worker.ts');
  vi.unstubAllGlobals();
});
beforeEach(() => {
  putSettings();
  const base = { jti: 'j', iat: 0, sub: 's', iss: 'volume', userAccountId: 'u', exp: Date.now() / 1000 + 3600 };
  const claims = btoa(JSON.stringify({ ...base, merchantId: scope.merchantId, authorities: ['VIEW_ONLY'] }));
  localStorage.setItem(sessionKeys.token, `e30.${claims}.signature`);
  localStorage.setItem(sessionKeys.email, 'e');
  vi.stubGlobal('self', inside);
  vi.stubGlobal('Worker', SameThread);
  vi.stubGlobal('fetch', async (target: string) => {
    const kind = Object.entries(books).find(([path]) => new URL(target).pathname.endsWith(`/${path}/export`));
    return kind ? new Response(kind[1]) : Response.json([]);
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

function open(view = 'bank'): void {
  const queryClient = createQueryClient();
  queryClient.setQueryData(payInAccountsQuery(scope).queryKey, [account]);
  render(
    <QueryClientProvider client={queryClient}>
      <ReconcilePage
        {...{ scope, given: { view }, merchantIdInCalls: undefined, companyName: 'Harbour & Bloom' }}
        onGo={() => undefined}
      />
    </QueryClientProvider>,
  );
}

function give(content: Uint8Array | string, { name = 'bank.csv', size }: { name?: string; size?: number } = {}): void {
  const file = new File([], name);
  const text = typeof content === 'string' ? bytes(content) : content;
  // A buffer of the realm that crypto.subtle.digest accepts.
  const { buffer } = Buffer.alloc(text.length, text);
  Object.defineProperty(file, 'arrayBuffer', { value: async () => buffer });
  Object.defineProperty(file, 'size', { value: size ?? buffer.byteLength });
  fireEvent.change(screen.getByLabelText('Bank statement'), { target: { files: [file] } });
}

const counts = () =>
  within(screen.getByRole('navigation', { name: 'Result' }))
    .getAllByRole('link')
    .map((each) => each.textContent);

const camt = `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>`;

test.each([
  ['cut off within a row', good.slice(0, -9), /cut off/],
  ['cut off within a quoted cell', `${good}23/11/2026,"Smi`, /cut off|middle of row/],
  ['CAMT.053, cut off', camt, /cut off/],
  ['MT940, cut off', `:20:X\n:25:${iban}\n:60F:C261120GBP1,00\n`, /closing balance/],
  ['in an unknown encoding', `Date,Amount\n${'\u0001\u0002\u0003'.repeat(50)}`, /encoding could not be detected/],
  ['no text at all', '%PDF-1.7', /This is a PDF/],
  ['empty', '', /is empty/],
  ['of another merchant’s account', good.replace(iban, 'GB33BUKB20201555555555'), /not one of Harbour & Bloom’s/],
])('refuses a statement (%s) with a sentence and keeps matches, decisions and notes', async (_, bad, sentence) => {
  open();
  give(good);
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To look at 0', 'Only at the bank 1', 'Only here 0']));
  await userEvent.type(screen.getByLabelText(/^Note on line/), 'Asked the bank');
  give(bad, { name: 'bad.csv' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(sentence);
  expect(alert.textContent).toContain('bad.csv was not used; what was matched before stands below.');
  expect(counts()).toEqual(['Matched 1', 'To look at 0', 'Only at the bank 1', 'Only here 0']);
  expect(screen.getByLabelText<HTMLInputElement>(/^Note on line/).value).toBe('Asked the bank');
});

test('refuses a file of 200 MB without reading it and keeps the matches', async () => {
  open();
  give(good);
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  give('', { size: 200_000_000 });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This file has 200 MB; 100 MB can be read.');
  expect(counts()).toContain('Matched 1');
});

const wide = new Uint8Array([0xff, 0xfe, ...[...good].flatMap((letter) => [letter.charCodeAt(0), 0])]);
const old = bytes(good.replace('Nobody we know', 'M_ller')).map((byte, at, all) =>
  byte === 0x5f && all[at - 1] === 0x4d ? 0xfc : byte,
);
test.each([
  ['UTF-16', wide, 'Nobody we know'],
  ['Windows-1252', old, 'Müller'],
  [
    'quotes, commas and line breaks in cells',
    bytes(good.replace('Nobody we know', '"Smith ""Bob"",\r\nand Sons"')),
    'Smith "Bob", and Sons',
  ],
])('matches a statement with %s and keeps every name complete', async (_, content, name) => {
  open();
  give(content);
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To look at 0', 'Only at the bank 1', 'Only here 0']));
  expect(screen.getByRole('list', { name: 'Only at the bank' }).textContent).toContain(name);
  expect(screen.queryByRole('alert')).toBeNull();
});

const day = (number: string, [from, amount, to]: [string, string, string]) =>
  `:20:D\n:25:${number}\n:60F:C261121GBP${from}\n:61:261121${amount}NTRFINV-1\n:86:Ada Smith\n:62F:C261121GBP${to}\n-\n`;
const own = day(iban, ['1192,00', 'C12,50', '1204,50']);

test('asks which account of a file is matched, and shows that its balances agree', async () => {
  open();
  give(day('GB33BUKB20201555555555', ['1,00', 'C1,00', '2,00']) + own, { name: 'two.sta' });
  const choice = await screen.findByRole('group', { name: 'Statement' });
  expect(
    within(choice)
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked),
  ).toEqual([false, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To look at 0', 'Only at the bank 0', 'Only here 0']));
  expect(screen.getByText(/Balances agree: 1 line, £1,192.00 → £1,204.50/)).not.toBeNull();
});

test('lets the user choose the account of a file that names another one', async () => {
  open();
  give(good.replace(iban, 'GB33BUKB20201555555555'));
  await userEvent.click(await screen.findByRole('button', { name: 'Choose the account' }));
  expect(screen.getByText(/is of an account that is not one of yours/)).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  expect(screen.getByText(/Nothing in the file proves its lines/)).not.toBeNull();
});

test('asks before it matches a file whose balances do not agree, names the line and changes no figure', async () => {
  open();
  give(own.replace('1204,50', '1214,50'));
  const sentence = /Balances do not agree after line 1 .*states £1,214\.50, its lines add up to £1,204\.50/;
  const text = () => document.body.textContent?.replaceAll(/\s+/g, ' ');
  await waitFor(() => expect(text()).toMatch(sentence));
  await userEvent.click(screen.getByRole('button', { name: 'Match' }));
  await waitFor(() => expect(counts()).toContain('Matched 1'));
  expect(text()).toMatch(sentence);
});
