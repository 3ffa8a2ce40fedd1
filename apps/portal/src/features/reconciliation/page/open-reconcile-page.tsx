import { QueryClientProvider } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { ReconcilePage } from '#features/reconciliation/reconcile-page.tsx';
import type { WorkerReply, WorkerRequest } from '#features/reconciliation/worker/worker-messages.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { signIn } from '#platform/testing/sign-in.ts';

// The page with one account, its worker and a server that knows one payment, for the tests of a file.

export const iban = 'GB29NWBK60161331926819';
export const scope = {
  merchantId: '018cc778-5000-7fb8-ab33-00000000a001',
  applicationId: '018cc778-5000-7fb8-ab33-00000000b001',
};
export const account = {
  id: 1,
  forCurrency: 'GBP',
  isVirtualAccount: false,
  accountIdentification1: { type: 'IBAN', number: iban },
  accountIdentification2: null,
} as unknown as PayInAccount;
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const good = `Account,${iban}\nDate,Name,Reference,Amount\n21/11/2026,Ada Smith,INV-1,12.50\n22/11/2026,Nobody we know,RENT,84.21\n`;
const payments = 'Payment id,Created,Amount,Currency,Payer,Reference,Status\n';
export const payment = (id: string, amount: string, payer: string, reference: string): string =>
  `${id},2026-11-21T10:00:00.000,${amount},GBP,${payer},${reference},COMPLETED\n`;
/** The server's answers by the end of their addresses. */
export const exported: Record<string, string> = {};
const usual = {
  'payments/export': payments + payment('p1', '12.50', 'Ada Smith', 'INV-1'),
  'outbound-payments/export': 'payoutPaymentId,createdAtUtc,amount,currency,status\n',
};
export const setPayments = (...rows: string[]): void => void (exported['payments/export'] = payments + rows.join(''));

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
    signInAs('u');
    Object.assign(exported, usual);
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('self', inside);
    vi.stubGlobal('Worker', SameThread);
    vi.stubGlobal(
      'fetch',
      vi.fn(async (target: string) => {
        const kind = Object.entries(exported).find(([path]) => new URL(target).pathname.endsWith(`/${path}`));
        if (/^[45]\d\d$/.test(kind?.[1] ?? '')) return Response.json({}, { status: Number(kind?.[1]) });
        if (kind?.[1] === '') throw new TypeError('Failed to fetch');
        return kind ? new Response(kind[1]) : Response.json([]);
      }),
    );
    // jsdom's files have no arrayBuffer().
    File.prototype.arrayBuffer = function readFile(this: File) {
      return new Promise((resolve) => {
        const reader = new FileReader();
        reader.addEventListener('load', () => resolve(ownBuffer(new Uint8Array(reader.result as ArrayBuffer))));
        reader.readAsArrayBuffer(this);
      });
    };
  });
  afterEach(() => {
    cleanup();
    clearSession();
    localStorage.clear();
    sessionStorage.clear();
    vi.unstubAllGlobals();
  });
}

export function signInAs(userAccountId: string, merchantId = scope.merchantId): void {
  signIn({ userAccountId, merchantId, authorities: ['VIEW_ONLY'] });
}

/** A buffer of the realm that crypto.subtle accepts. */
const ownBuffer = (content: Uint8Array): ArrayBuffer => Buffer.alloc(content.length, content).buffer;

/** Opens the page as in a new document: nothing is in memory. */
export function open(view: string | undefined = 'bank', accounts = [account], of = scope): void {
  const queryClient = createQueryClient();
  queryClient.setQueryData(payInAccountsQuery(of).queryKey, accounts);
  render(
    <QueryClientProvider client={queryClient}>
      <ReconcilePage
        {...{
          scope: of,
          given: view === '' ? {} : { view },
          merchantIdInCalls: undefined,
          companyName: 'Harbour & Bloom',
        }}
        onGo={() => undefined}
      />
    </QueryClientProvider>,
  );
}

export async function give(
  content: Uint8Array | string,
  { name = 'bank.csv', size }: { name?: string; size?: number } = {},
): Promise<void> {
  const file = new File([typeof content === 'string' ? content : Uint8Array.from(content)], name);
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  // Without stored work, the page asks for a file.
  fireEvent.change(await screen.findByLabelText('Bank statement'), { target: { files: [file] } });
}

export const counts = () =>
  within(screen.getByRole('navigation', { name: 'Result' }))
    .getAllByRole('link')
    .map((each) => each.textContent);
