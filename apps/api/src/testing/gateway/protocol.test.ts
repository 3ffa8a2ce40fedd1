import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOfCall, type GatewayCallName, requests, writes } from '#providers/gateway/requests.ts';
import type { BankAccount, PayIn, Providers } from '#providers/port.ts';
import { type GatewayServer, startGatewayServer } from './gateway-server.ts';

let server: GatewayServer;
beforeAll(async () => void (server = await startGatewayServer({ now: () => new Date() })));
afterAll(() => server.close());

const uuid = () => crypto.randomUUID();
const payIn: PayIn = { paymentId: uuid(), merchantId: uuid(), payInAccountId: 1, amount: 500, currency: 'GBP' };
const account: BankAccount = {
  name: 'Ada Marsh',
  accountType: 'IBAN',
  accountNumber: null,
  sortCode: null,
  iban: 'IE29AIBK93115212345678',
};
const step = { status: 'PENDING', hold: null, description: null, nextIn: null };
const opened = { customerId: 'C1', accountId: 'A1', accountNumber: null, sortCode: null, iban: account.iban };

/** Each call with an answer that is accepted. */
const calls: Record<GatewayCallName, [make: (providers: Providers) => Promise<unknown>, answer: object]> = {
  startPayIn: [
    (providers) =>
      providers.startPayIn({
        ...payIn,
        institutionId: 'natwest',
        institutionName: null,
        payeeName: 'Harbour & Bloom',
        payerName: null,
        reference: 'ORDER-1',
        returnTo: 'https://portal.example.com/pay/1',
      }),
    { address: 'https://bank.example/consent' },
  ],
  submitPayIn: [(providers) => providers.submitPayIn(payIn), step],
  nextPayInStep: [(providers) => providers.nextPayInStep(payIn, { status: 'SETTLED', hold: 'HELD' }), { step }],
  openAccount: [
    (providers) => providers.openAccount('ISX', { reference: 'R1', merchantId: uuid(), currency: 'EUR' }),
    opened,
  ],
  submitOrder: [
    (providers) =>
      providers.submit({
        orderId: uuid(),
        kind: 'PAYOUT',
        provider: 'MODULR',
        merchantId: uuid(),
        payInAccountId: 1,
        amount: 500,
        currency: 'GBP',
        reference: null,
        beneficiaryId: 'B1',
        paymentId: null,
      }),
    { refusal: null },
  ],
  askOrder: [(providers) => providers.ask({ orderId: uuid(), provider: 'MODULR' }), { order: null }],
  statement: [(providers) => providers.statement('OPTIMUS', '2026-11-21'), { orders: [] }],
  listBeneficiaries: [(providers) => providers.listBeneficiaries('ISX', 'C1'), { beneficiaries: [] }],
  checkName: [(providers) => providers.checkName('ISX', account), { nameCheck: 'MATCHES', nameAtBank: null }],
  addBeneficiary: [(providers) => providers.addBeneficiary('ISX', 'C1', account), { beneficiaryId: 'B1' }],
  exchangeRate: [(providers) => providers.exchangeRate('GBP', 'EUR'), { rate: 1.15, midRate: 1.16 }],
};

test.each(Object.entries(calls))(
  'the body of %s has the specified shape, and a key when it writes',
  async (name, [make, answer]) => {
    const call = name as GatewayCallName;
    server.answers[addressOfCall(call)] = () => answer;
    await make(server.providers);
    const received = server.received.at(-1);
    expect(received?.name).toBe(addressOfCall(call));
    expect(z.safeParse(requests[call] as z.ZodMiniType, received?.body).error).toBeUndefined();
    expect(received?.idempotencyKey !== undefined).toBe(writes.includes(call));
  },
);
