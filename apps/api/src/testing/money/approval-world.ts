import { setApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { approveOrder, cancelOrder, getApproval, refuseOrder } from '@volume/contract/approvals/approvals.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { startRefund } from '@volume/contract/pay-ins/refunds.ts';
import type { ProviderOrder } from '#providers/port.ts';
import type { Database } from '#database/database.ts';
import type { Books } from '#ledger/transfer.ts';
import { type Habits, usualHabits } from '#providers/simulated/habits.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import { proved, signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const harbour = { merchantId: ids.harbour };
export const shop = { ...harbour, applicationId: ids.harbourShop };
export const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

/** Harbour & Bloom with a policy: payouts and refunds above £500.00 or €500.00 need a second approver. The editor requests them. */
export async function createApprovalWorld(
  database: Database,
  habitsOf: (order: ProviderOrder) => Habits = () => usualHabits,
) {
  const api = createTestApp(database, {
    settings: { signInsPerMinute: 1_000_000, stepUpAbove: 100_000_000 },
    habitsOf,
  });
  let accounts = 0;
  const as = async (name: TestPerson) => {
    const token = await signInAs(api, name);
    return { token, headers: { ...(await proved(api, token)), ...keyed() } };
  };
  const nameOf = (orderId: string) => ({ params: { ...harbour, orderId } });
  const order = (by: TestApp) => ({
    approve: async (orderId: string, name: TestPerson = 'merchantadmin', input?: Awaited<ReturnType<typeof as>>) =>
      by.call(approveOrder, { ...(input ?? (await as(name))), ...nameOf(orderId) }),
    refuse: async (orderId: string, name: TestPerson = 'merchantadmin', reason: string | null = null) =>
      by.call(refuseOrder, { ...(await as(name)), ...nameOf(orderId), body: { reason } }),
    cancel: async (orderId: string, name: TestPerson = 'editor') =>
      by.call(cancelOrder, { ...(await as(name)), ...nameOf(orderId) }),
  });
  return {
    api,
    as,
    order,
    ...order(api),
    setPolicy: async (body: { GBP: number | null; EUR: number | null }, name: TestPerson = 'merchantadmin') =>
      api.call(setApprovalPolicy, { ...(await as(name)), params: harbour, body }),
    openAccount: async (amount: number): Promise<Books> => {
      accounts += 1;
      const account = { ...shop, payInAccountId: accounts, currency: 'GBP' } as const;
      const books = await seedAccount(api.services, account);
      await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount });
      return books;
    },
    /** Uses an existing session, so that many payouts can start concurrently. */
    payOutAs: (input: Awaited<ReturnType<typeof as>>, { payInAccountId }: Books, amount: number) =>
      api.call(makePayout, {
        ...input,
        headers: { ...input.headers, ...keyed() },
        params: shop,
        body: { payInAccountId, amount: amount / 100 },
      }),
    payOut: async ({ payInAccountId }: Books, amount: number, name: TestPerson = 'editor', beneficiaryId?: string) => {
      const body = { payInAccountId, amount: amount / 100, ...(beneficiaryId && { beneficiaryId }) };
      return api.call(makePayout, { ...(await as(name)), params: shop, body });
    },
    refund: async (books: Books, amount: number, name: TestPerson = 'editor') => {
      const paymentId = await seedPayment(api.services, { books, applicationId: ids.harbourShop, amount });
      const body = { refundPaymentAmount: amount / 100 };
      return {
        paymentId,
        ...(await api.call(startRefund, { ...(await as(name)), params: { paymentId }, body })).value(),
      };
    },
    stateOf: async (orderId: string) =>
      (await api.call(getApproval, { ...(await as('viewer')), ...nameOf(orderId) })).value().state,
    /** The orders at the provider and the events for the merchant, of one order. */
    async notified(orderId: string) {
      const order = await api.services.providers.ask({ orderId, provider: 'OPTIMUS' });
      const events = await database.query<{ status: string }>(
        'SELECT status FROM outgoing_events WHERE object_id = $1 ORDER BY created_at, status',
        [orderId],
      );
      return { orders: order ? 1 : 0, events: events.map(({ status }) => status) };
    },
    /** Submits what is due, and moves the clock until running orders are finished. */
    async settle() {
      for (const seconds of [0, 5, 20, 60]) {
        api.pass({ seconds });
        await api.runDueWork();
      }
    },
  };
}
export type ApprovalWorld = Awaited<ReturnType<typeof createApprovalWorld>>;
