import { QueryClientProvider } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ReconcilePage } from '#features/reconciliation/reconcile-page.tsx';
import type { WorkerReply, WorkerRequest } from '#features/reconciliation/worker/worker-messages.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';

// The page with one account, its worker and a server that knows one payment, for the tests of a file.

export const iban = 'GB29NWBK60161331926819';
export const scope = {
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
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const good = `Account,${iban}\nDate,Name,Reference,Amount\n21/11/2026,Ada Smith,INV-1,12.50\n22/11/2026,Nobody we know,RENT,84.21\n`;
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

/** For each test file that opens the page. */
export function prepareReconcilePage(): void {
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
}

export function open(view = 'bank'): void {
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

export function give(
  content: Uint8Array | string,
  { name = 'bank.csv', size }: { name?: string; size?: number } = {},
): void {
  const file = new File([], name);
  const text = typeof content === 'string' ? bytes(content) : content;
  // A buffer of the realm that crypto.subtle.digest accepts.
  const { buffer } = Buffer.alloc(text.length, text);
  Object.defineProperty(file, 'arrayBuffer', { value: async () => buffer });
  Object.defineProperty(file, 'size', { value: size ?? buffer.byteLength });
  fireEvent.change(screen.getByLabelText('Bank statement'), { target: { files: [file] } });
}

export const counts = () =>
  within(screen.getByRole('navigation', { name: 'Result' }))
    .getAllByRole('link')
    .map((each) => each.textContent);
