import * as z from 'zod/mini';
import { addressOfCall, type GatewayCallName, requests, writes } from '#providers/gateway/requests.ts';
import type { Providers } from '#providers/port.ts';
import { outcomeOf } from '#providers/simulated/pay-ins.ts';
import type { GatewayState } from './gateway-state.ts';

export interface GatewayCall {
  /** Throws a ZodError for a body that the protocol does not describe. */
  answer: (body: unknown) => Promise<object>;
  /** Whether it changes something and therefore needs an idempotency key. */
  isWrite: boolean;
}

type Answers = { [Name in GatewayCallName]: (body: z.infer<(typeof requests)[Name]>) => Promise<object> };
type Work = (body: unknown) => Promise<object>;

/** The calls of docs/gateway.md by their addresses. `address` is the gateway's own. */
export function createGatewayCalls(
  providers: Providers,
  state: GatewayState,
  address: string,
): ReadonlyMap<string, GatewayCall> {
  const answers: Answers = { ...payInCalls(providers, state, address), ...otherCalls(providers) };
  const names = Object.keys(requests) as GatewayCallName[];
  return new Map(
    names.map((name) => {
      const work = answers[name] as Work;
      const answer: Work = async (body) => work(z.parse(requests[name], body));
      return [addressOfCall(name), { answer, isWrite: writes.includes(name) }];
    }),
  );
}

type PayInCall = 'startPayIn' | 'submitPayIn' | 'nextPayInStep';

const payInCalls = (providers: Providers, state: GatewayState, address: string): Pick<Answers, PayInCall> => ({
  startPayIn: async (order) => {
    state.startPayIn(order);
    return { address: `${address}/bank/${order.paymentId}` };
  },
  submitPayIn: async (payIn) =>
    state.findPayIn(payIn.paymentId)?.isApproved === true ? providers.submitPayIn(payIn) : notApproved,
  nextPayInStep: async ({ paymentId, last }) => {
    const found = state.findPayIn(paymentId);
    if (found?.isApproved !== true) return { step: null };
    // The bank does not know that the portal has ended an attempt: a payer who approves it there has paid.
    if (last.status === 'FAILED') return { step: outcomeOf(found.payIn).failure === null ? paidTooLate : null };
    return { step: await providers.nextPayInStep(found.payIn, last) };
  },
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

const otherCalls = (providers: Providers): Omit<Answers, PayInCall> => ({
  submitOrder: async (order) => ({ refusal: await providers.submit(order) }),
  askOrder: async (order) => ({ order: await providers.ask(order) }),
  statement: async ({ provider, day }) => ({ orders: await providers.statement(provider, day) }),
  openAccount: ({ provider, ...order }) => providers.openAccount(provider, order),
  listBeneficiaries: async ({ provider, customerId }) => ({
    beneficiaries: await providers.listBeneficiaries(provider, customerId),
  }),
  checkName: ({ provider, account }) => providers.checkName(provider, account),
  addBeneficiary: async ({ provider, customerId, account }) => ({
    beneficiaryId: await providers.addBeneficiary(provider, customerId, account),
  }),
  exchangeRate: ({ sell, buy }) => providers.exchangeRate(sell, buy),
});
