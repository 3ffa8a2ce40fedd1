import { startDeviceSignIn } from '@volume/contract/api-keys/device-codes.ts';
import { createNamedKey } from '@volume/contract/api-keys/named-keys.ts';
import { setApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { listExceptions } from '@volume/contract/exceptions/exceptions.ts';
import { addPaymentNote, reviewPayment } from '@volume/contract/pay-ins/notes.ts';
import { makePayout } from '@volume/contract/payouts/payouts.ts';
import { shareView } from '@volume/contract/saved-views/writes.ts';
import { addFileSchedule } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { writeContext } from '#core/write-context.ts';
import type { Books } from '#ledger/transfer.ts';
import type { CallInput } from '#testing/call-api.ts';
import { seedPayment } from '#testing/seed-money.ts';
import { ids, type TestPerson } from '#testing/seed-people.ts';
import type { TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';
import { as, harbour, keyed, shop } from './stepped-up-users.ts';
import { newPayment, moneyCalls } from './money-calls.ts';

/** A waiting order of this user, above the policy that was set before. */
async function waitingOrder(app: TestApp, name: TestPerson, books: Books) {
  const { payInAccountId } = books;
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 60_000 });
  const { token, headers } = await as(app, name);
  const body = { payInAccountId, amount: 60 };
  const made = await app.call(makePayout, { token, params: shop, body, headers: { ...headers, ...keyed() } });
  return { params: { ...harbour, orderId: made.value().payoutPaymentId } };
}

/** A less strict policy, proposed by an editor. */
async function proposal(app: TestApp) {
  const given = { params: harbour, body: { GBP: null, EUR: null } };
  const proposed = await app.call(setApprovalPolicy, { ...(await as(app, 'editor')), ...given });
  return { params: { ...harbour, proposalId: proposed.value().proposal?.proposalId ?? 'none' } };
}

/** Creates what each call about approvals needs, and returns its input for an administrator of the merchant. */
export const approvalCalls = {
  approve: async (app: TestApp, books: Books): Promise<CallInput> => {
    const order = await waitingOrder(app, 'editor', books);
    const by = await as(app, 'merchantadmin');
    return { ...by, ...order, headers: { ...by.headers, ...keyed() } };
  },
  refuse: async (app: TestApp, books: Books): Promise<CallInput> => ({
    ...(await waitingOrder(app, 'editor', books)),
    body: { reason: 'Not expected' },
  }),
  cancel: (app: TestApp, books: Books): Promise<CallInput> => waitingOrder(app, 'merchantadmin', books),
  withdraw: (app: TestApp): Promise<CallInput> => proposal(app),
  confirm: (app: TestApp): Promise<CallInput> => proposal(app),
};

/** The same for notes and reviews. */
export const noteCalls = {
  addPaymentNote: async (app: TestApp, books: Books): Promise<CallInput> => ({
    ...(await newPayment(app, books)),
    body: { text: 'Asked the bank' },
  }),
  deletePaymentNote: async (app: TestApp, books: Books): Promise<CallInput> => {
    const by = await as(app, 'merchantadmin');
    const { params } = await newPayment(app, books);
    const added = await app.call(addPaymentNote, { ...by, params, body: { text: 'Asked the bank' } });
    return { params: { ...params, noteId: added.value().noteId } };
  },
  reviewPayment: async (app: TestApp, books: Books): Promise<CallInput> => ({
    ...(await newPayment(app, books)),
    body: {},
  }),
  undoPaymentReview: async (app: TestApp, books: Books): Promise<CallInput> => {
    const by = await as(app, 'merchantadmin');
    const { params } = await newPayment(app, books);
    await app.call(reviewPayment, { ...by, params, body: {} });
    return { params };
  },
};

/** A view of another user, to be deleted by a user with the right to change settings. */
export const deleteViewCall = (app: TestApp): Promise<CallInput> => viewCall(app, 'Failed');

async function viewCall(app: TestApp, name: string): Promise<CallInput> {
  const params = { ...harbour, list: 'payouts' };
  const body = { name, search: '?statuses=FAILED' };
  const shared = await app.call(shareView, { ...(await as(app, 'editor')), params, body });
  return { params: { ...params, viewId: shared.value().viewId } };
}

/** A view of another user, whose columns a user with the right to change settings changes. */
export async function changeViewCall(app: TestApp): Promise<CallInput> {
  return { ...(await viewCall(app, 'Failed, by amount')), body: { columns: ['status', 'amount', 'to'] } };
}

/** A schedule of another user, to be deleted by a user with the right to change settings. */
export async function deleteScheduleCall(app: TestApp): Promise<CallInput> {
  const body = { payInAccountId: null, format: 'CSV', frequency: 'DAILY' };
  const added = await app.call(addFileSchedule, { ...(await as(app, 'editor')), params: shop, body });
  return { params: { ...shop, scheduleId: added.value().scheduleId } };
}

/** A platform administrator's call on a payout that failed here but was paid by its provider. */
export async function exceptionCall(app: TestApp, books: Books): Promise<CallInput> {
  const { database } = app.services;
  const { token } = await as(app, 'merchantadmin');
  const made = await app.call(makePayout, { token, ...(await moneyCalls.makePayout(app, books)) });
  const objectId = made.value().payoutPaymentId;
  const known = { provider: 'OPTIMUS', payInAccountId: books.payInAccountId, amount: 6606, currency: 'GBP' };
  for (const status of ['FAILED', 'PROCESSED']) {
    const { at, newId } = writeContext(app.services);
    const payload = { status, description: 'as it says', known };
    await enqueueWork(database, newId, { kind: 'PAYOUT_TOLD', ...harbour, objectId, dueAt: at, payload });
    await app.runDueWork();
  }
  const by = await as(app, 'admin');
  const { content } = (await app.call(listExceptions, { token: by.token, query: 'size=100' })).value();
  const exceptionId = content.find((each) => each.objectId === objectId)?.exceptionId ?? 'none';
  const note = 'Seen on their statement';
  return { ...by, params: { exceptionId }, body: { note }, headers: { ...by.headers, ...keyed() } };
}

/** A platform administrator's call on a merchant whose users make no other call. */
export async function stoppingCall(app: TestApp): Promise<CallInput> {
  return { ...(await as(app, 'admin')), params: { merchantId: ids.stranger }, body: { reason: 'Ownership dispute' } };
}

let keys = 0;
/** A call on a new named key. */
export const namedKeyCall =
  (body?: object) =>
  async (app: TestApp): Promise<CallInput> => {
    keys += 1;
    const by = await as(app, 'merchantadmin');
    const made = await app.call(createNamedKey, {
      ...by,
      params: shop,
      body: { name: `Key ${keys}`, scopes: ['READ'] },
    });
    return { params: { ...shop, keyId: made.value().key.keyId }, ...(body && { body }) };
  };

/** A decision about a tool's request for a key. */
export async function deviceCodeCall(app: TestApp): Promise<CallInput> {
  const asked = await app.call(startDeviceSignIn, { body: { toolName: 'volume', machineName: 'ada-laptop' } });
  return { params: shop, body: { userCode: asked.value().userCode } };
}
