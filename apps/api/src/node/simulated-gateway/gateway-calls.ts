import { currencies } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';
import { type Providers, providerNames } from '#providers/port.ts';
import { outcomeOf } from '#providers/simulated/pay-ins.ts';
import type { GatewayState } from './gateway-state.ts';

const Text = z.string().check(z.minLength(1));
const OptionalText = z.nullable(Text);
const provider = z.enum(providerNames);
const currency = z.enum(currencies);
/** Minor units. */
const amount = z.int().check(z.positive());
const PayIn = z.object({ paymentId: z.uuid(), merchantId: z.uuid(), payInAccountId: z.int(), amount, currency });
const numbers = { accountNumber: OptionalText, sortCode: OptionalText, iban: OptionalText };
const Account = z.object({ ...numbers, name: Text, accountType: z.enum(['SCAN', 'IBAN']) });

const PayInOrder = z.object({
  ...PayIn.shape,
  institutionId: OptionalText,
  institutionName: OptionalText,
  payeeName: Text,
  payerName: OptionalText,
  reference: OptionalText,
  returnTo: z.url({ protocol: /^https?$/ }),
});

const Order = z.object({
  orderId: z.uuid(),
  kind: z.enum(['REFUND', 'PAYOUT']),
  provider,
  merchantId: z.uuid(),
  payInAccountId: z.int(),
  amount,
  currency,
  reference: OptionalText,
  beneficiaryId: OptionalText,
});

const Last = z.object({
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'SETTLED']),
  hold: z.nullable(z.enum(['HELD', 'RELEASED', 'RETURNED'])),
});

export interface GatewayCall {
  /** Throws a ZodError for a body that the protocol does not describe. */
  answer: (body: unknown) => Promise<object>;
  /** Whether it changes something, and so needs an idempotency key. */
  isWrite: boolean;
}

const read = <Body>(schema: z.ZodMiniType<Body>, answer: (body: Body) => Promise<object>): GatewayCall => ({
  answer: async (body) => answer(z.parse(schema, body)),
  isWrite: false,
});
const write: typeof read = (schema, answer) => ({ ...read(schema, answer), isWrite: true });

/** The calls of docs/gateway.md, by name. `address` is the gateway's own. */
export function createGatewayCalls(
  providers: Providers,
  state: GatewayState,
  address: string,
): Record<string, GatewayCall> {
  return { ...payInCalls(providers, state, address), ...orderCalls(providers), ...accountCalls(providers) };
}

const payInCalls = (providers: Providers, state: GatewayState, address: string): Record<string, GatewayCall> => ({
  'start-pay-in': write(PayInOrder, async (order) => {
    state.startPayIn(order);
    return { address: `${address}/bank/${order.paymentId}` };
  }),
  'submit-pay-in': write(PayIn, async (payIn) =>
    state.findPayIn(payIn.paymentId)?.isApproved === true ? providers.submitPayIn(payIn) : notApproved,
  ),
  'next-pay-in-step': read(z.object({ paymentId: z.uuid(), last: Last }), async ({ paymentId, last }) => {
    const found = state.findPayIn(paymentId);
    if (found?.isApproved !== true) return { step: null };
    // The bank does not know that the portal has ended an attempt: a payer who approves it there has paid.
    if (last.status === 'FAILED') return { step: outcomeOf(found.payIn).failure === null ? paidTooLate : null };
    return { step: await providers.nextPayInStep(found.payIn, last) };
  }),
});

const paidTooLate = {
  status: 'COMPLETED',
  hold: null,
  description: 'The payer approved the payment after it had failed with us',
  nextIn: null,
};

const notApproved = {
  status: 'FAILED',
  hold: null,
  description: 'The payer has not approved this payment at the bank',
  nextIn: null,
};

const orderCalls = (providers: Providers): Record<string, GatewayCall> => ({
  'submit-order': write(Order, async (order) => ({ refusal: await providers.submit(order) })),
  'ask-order': read(z.object({ orderId: z.uuid(), provider }), async (order) => ({
    order: await providers.ask(order),
  })),
  statement: read(z.object({ provider, day: z.iso.date() }), async (body) => ({
    orders: await providers.statement(body.provider, body.day),
  })),
});

const accountCalls = (providers: Providers): Record<string, GatewayCall> => ({
  'open-account': write(
    z.object({ provider, reference: Text, merchantId: z.uuid(), currency }),
    async ({ provider: at, ...order }) => providers.openAccount(at, order),
  ),
  'list-beneficiaries': read(z.object({ provider, customerId: Text }), async (body) => ({
    beneficiaries: await providers.listBeneficiaries(body.provider, body.customerId),
  })),
  'check-name': read(z.object({ provider, account: Account }), async (body) =>
    providers.checkName(body.provider, body.account),
  ),
  'add-beneficiary': write(z.object({ provider, customerId: Text, account: Account }), async (body) => ({
    beneficiaryId: await providers.addBeneficiary(body.provider, body.customerId, body.account),
  })),
  'exchange-rate': read(z.object({ sell: currency, buy: currency }), async ({ sell, buy }) =>
    providers.exchangeRate(sell, buy),
  ),
});
