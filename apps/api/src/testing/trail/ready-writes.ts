import { setApprovalPolicy } from '@volume/contract/approval-policy.ts';
import { listExceptions } from '@volume/contract/exceptions.ts';
import { quoteExchange } from '@volume/contract/exchange.ts';
import { beginEmailFactor, beginTwoFactor, getOwnTwoFactor, listOwnSessions } from '@volume/contract/own-security.ts';
import { addPasskey, beginPasskey } from '@volume/contract/passkeys.ts';
import { listBeneficiaries } from '@volume/contract/beneficiaries.ts';
import { forgotPassword } from '@volume/contract/passwords.ts';
import { addPaymentNote, reviewPayment } from '@volume/contract/payment-notes.ts';
import { createPaymentLink } from '@volume/contract/payment-intents.ts';
import { makePayout } from '@volume/contract/payouts.ts';
import { prepareBulkJob, startBulkJob } from '@volume/contract/bulk.ts';
import { startRefund } from '@volume/contract/refunds.ts';
import { getTwoFactorSetUp, verifyOtp } from '@volume/contract/session.ts';
import { shareView } from '@volume/contract/shared-view-writes.ts';
import { listAccounts } from '@volume/contract/users.ts';
import { listWebhookDeliveries } from '@volume/contract/webhooks.ts';
import { writeContext } from '#core/write-context.ts';
import type { Books } from '#ledger/transfer.ts';
import type { Given } from '#testing/call-api.ts';
import { latestLink } from '#testing/mails.ts';
import { seedAccount, seedPayment } from '#testing/seed-money.ts';
import { emailOf, ids, type PersonName } from '#testing/seed-people.ts';
import { authenticatorCode, beginSignIn, mailedCode, proved, signInAs } from '#testing/sign-in-as.ts';
import { softAuthenticator } from '#testing/devices/soft-authenticator.ts';
import type { TestApp } from '#testing/test-app.ts';
import { enqueueWork } from '#queue/due-work.ts';

export const harbour = { merchantId: ids.harbour };
export const shop = { ...harbour, applicationId: ids.harbourShop };
const fresh = 'seven kites over the harbour';

/** One who has just signed in and proved themselves by their password. */
export async function as(app: TestApp, name: PersonName): Promise<{ token: string; headers: Record<string, string> }> {
  const token = await signInAs(app, name);
  return { token, headers: await proved(app, token) };
}

/** The same for one with an authenticator; each of its codes counts once. */
async function asByCode(app: TestApp, name: PersonName) {
  app.pass({ minutes: 1 });
  const params = { otpRequestId: await beginSignIn(app, name) };
  const answer = await app.call(verifyOtp, { params, body: { code: await authenticatorCode(app) } });
  const { accessToken: token } = answer.value();
  app.pass({ minutes: 1 });
  return { token, headers: await proved(app, token, { code: await authenticatorCode(app) }) };
}

const keyed = () => ({ 'idempotency-key': crypto.randomUUID() });

/** An authenticator that is set up but for its first code. */
async function beginAuthenticator(app: TestApp, name: PersonName) {
  const params = (await app.call(beginTwoFactor, await as(app, name))).value();
  const { secret } = (await app.call(getTwoFactorSetUp, { params })).value();
  return { ...params, code: await authenticatorCode(app, 0, secret) };
}

/** A key of one with an authenticator, ready to be added, and its question. */
async function beginKey(app: TestApp) {
  const by = await asByCode(app, 'bytotp');
  const key = softAuthenticator();
  return { by, key, body: { passkey: key.make((await app.call(beginPasskey, by)).value()) } };
}

async function addKey(app: TestApp) {
  const { by, key, body } = await beginKey(app);
  await app.call(addPasskey, { ...by, body });
  return { by, key };
}

/** Calls of people about themselves, each ready to be made. */
export const readyOwn = {
  verifyOtp: async (app: TestApp): Promise<Given> => {
    const otpRequestId = await beginSignIn(app, 'bytotp');
    return { params: { otpRequestId }, body: { code: await authenticatorCode(app) } };
  },
  proveOtp: async (app: TestApp): Promise<Given> => {
    const otpRequestId = await beginSignIn(app, 'byemail');
    return { body: { otpRequestId, code: await mailedCode(app, 'byemail') } };
  },
  proveOtpByPasskey: async (app: TestApp): Promise<Given> => {
    const { key } = await addKey(app);
    const otpRequestId = await beginSignIn(app, 'bytotp');
    const passkey = key.use({ challenge: otpRequestId, rpId: 'portal.example.com' });
    return { body: { otpRequestId, passkey } };
  },
  addPasskey: async (app: TestApp): Promise<Given> => {
    const { by, body } = await beginKey(app);
    return { ...by, body };
  },
  removePasskey: async (app: TestApp): Promise<Given> => {
    const { by } = await addKey(app);
    const [last] = (await app.call(getOwnTwoFactor, by)).value().passkeys.toReversed();
    return { ...by, params: { passkeyId: last?.passkeyId ?? 'none' } };
  },
  proveTwoFactor: async (app: TestApp): Promise<Given> => {
    return { body: await beginAuthenticator(app, 'operator') };
  },
  confirmTwoFactor: async (app: TestApp): Promise<Given> => {
    const { twoFactorRequestId, code } = await beginAuthenticator(app, 'roleless');
    return { params: { twoFactorRequestId }, body: { code } };
  },
  confirmEmailFactor: async (app: TestApp): Promise<Given> => {
    const by = await as(app, 'viewer');
    const { twoFactorRequestId } = (await app.call(beginEmailFactor, by)).value();
    return { ...by, params: { twoFactorRequestId }, body: { code: await mailedCode(app, 'viewer') } };
  },
  renewRecoveryCodes: (app: TestApp): Promise<Given> => asByCode(app, 'bytotp'),
  setTwoFactorPolicy: async (app: TestApp): Promise<Given> => ({
    ...(await asByCode(app, 'bytotp')),
    params: harbour,
    body: { isRequired: false },
  }),
  endTwoFactor: (app: TestApp): Promise<Given> => asByCode(app, 'bytotp'),
  resetPassword: async (app: TestApp): Promise<Given> => {
    await app.call(forgotPassword, { body: { email: emailOf('operator') } });
    await app.runDueWork();
    return { body: { token: await latestLink(app, emailOf('operator')), password: fresh } };
  },
  changePassword: async (app: TestApp): Promise<Given> => ({ ...(await as(app, 'editor')), body: { password: fresh } }),
  signOut: (app: TestApp): Promise<Given> => as(app, 'stranger'),
  signOutEverywhere: (app: TestApp): Promise<Given> => as(app, 'stranger'),
  endOwnSession: async (app: TestApp): Promise<Given> => {
    const other = await as(app, 'stranger');
    const [own] = (await app.call(listOwnSessions, other)).value();
    return { ...(await as(app, 'stranger')), params: { sessionId: own?.sessionId ?? 'none' } };
  },
  /** Of whom `createAccount` has added. */
  resendInvitation: async (app: TestApp): Promise<Given> => {
    const { token } = await as(app, 'merchantadmin');
    const accounts = (await app.call(listAccounts, { token, params: harbour })).value();
    const userId = accounts.find(({ email }) => email === 'new@test.example')?.userId ?? 'nobody';
    return { params: { ...harbour, userId } };
  },
};

/** Calls about money, each ready to be made; `books` are those of an account in pounds that holds some. */
export const readyMoney = {
  startRefund: async (app: TestApp, books: Books): Promise<Given> => {
    return { ...(await newPayment(app, books)), body: { refundPaymentAmount: 1 }, headers: keyed() };
  },
  makePayout: async (_app: TestApp, { payInAccountId }: Books): Promise<Given> => ({
    params: shop,
    body: { payInAccountId, amount: 66.06 },
    headers: keyed(),
  }),
  disableBeneficiary: async (app: TestApp, books: Books): Promise<Given> => {
    const { token } = await as(app, 'merchantadmin');
    const known = (await app.call(listBeneficiaries, { token, params: shop })).value();
    const of = known.filter((each) => each.status === 'Active' && each.defaultForPayInAccountIds.length === 0);
    const one = of.find((each) => each.addedAtUtc === null && each.payInAccountIds.includes(books.payInAccountId));
    return { params: { ...shop, beneficiaryId: one?.beneficiaryId ?? 'none' } };
  },
  setDefaultBeneficiary: async (app: TestApp, books: Books): Promise<Given> => ({
    ...(await readyMoney.disableBeneficiary(app, books)),
    body: { payInAccountId: books.payInAccountId },
  }),
  createPaymentLink: async (): Promise<Given> => ({
    body: { applicationId: ids.harbourShop, paymentRequest: { currency: 'GBP', amount: 10, reference: 'ORDER-1' } },
    headers: keyed(),
  }),
  cancelPaymentIntent: async (app: TestApp): Promise<Given> => {
    const { token } = await as(app, 'merchantadmin');
    const made = await app.call(createPaymentLink, { token, ...(await readyMoney.createPaymentLink()) });
    return { params: { paymentIntentId: made.value().paymentIntentId } };
  },
  mailPaymentLink: async (app: TestApp): Promise<Given> => ({
    ...(await readyMoney.cancelPaymentIntent(app)),
    body: { email: 'payer@test.example' },
    headers: keyed(),
  }),
  bookExchange: async (app: TestApp, books: Books): Promise<Given> => {
    const euro = await seedAccount(app.services, { ...shop, payInAccountId: 72, currency: 'EUR' });
    const body = {
      fromPayInAccountId: books.payInAccountId,
      toPayInAccountId: euro.payInAccountId,
      sellAmount: 10,
    };
    const { token } = await as(app, 'merchantadmin');
    const { quoteId } = (await app.call(quoteExchange, { token, params: shop, body })).value();
    return { params: shop, body: { quoteId }, headers: keyed() };
  },
  /** Needs an address for refunds, where nobody answers. */
  resendWebhookDelivery: async (app: TestApp, books: Books): Promise<Given> => {
    const { token } = await as(app, 'merchantadmin');
    await app.call(startRefund, { token, ...(await readyMoney.startRefund(app, books)) });
    await app.sendWebhooks();
    const [delivery] = (await app.call(listWebhookDeliveries, { token, params: shop })).value().content;
    return { params: { ...shop, deliveryId: delivery?.id ?? 'none' } };
  },
  startBulkJob: async (app: TestApp, books: Books): Promise<Given> => {
    const { token } = await as(app, 'merchantadmin');
    const paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 500 });
    const body = { kind: 'REFUND', ids: [paymentId] };
    const { bulkJobId } = (await app.call(prepareBulkJob, { token, params: shop, body })).value();
    return { params: { ...shop, bulkJobId }, headers: keyed() };
  },
  stopBulkJob: async (app: TestApp, books: Books): Promise<Given> => {
    const given = await readyMoney.startBulkJob(app, books);
    const by = await as(app, 'merchantadmin');
    await app.call(startBulkJob, { ...by, ...given, headers: { ...by.headers, ...given.headers } });
    return { params: given.params ?? {} };
  },
};

/** An order of somebody's that waits, above the policy that was set before. */
async function waitingOrder(app: TestApp, name: PersonName, books: Books) {
  const { payInAccountId } = books;
  await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 60_000 });
  const { token, headers } = await as(app, name);
  const body = { payInAccountId, amount: 60 };
  const made = await app.call(makePayout, { token, params: shop, body, headers: { ...headers, ...keyed() } });
  return { params: { ...harbour, orderId: made.value().payoutPaymentId } };
}

/** A looser policy that an editor proposes. */
async function proposal(app: TestApp) {
  const given = { params: harbour, body: { GBP: null, EUR: null } };
  const proposed = await app.call(setApprovalPolicy, { ...(await as(app, 'editor')), ...given });
  return { params: { ...harbour, proposalId: proposed.value().proposal?.proposalId ?? 'none' } };
}

/** Calls about what waits for a second person, each ready to be made by an administrator of the merchant. */
export const readyApproval = {
  approve: async (app: TestApp, books: Books): Promise<Given> => {
    const order = await waitingOrder(app, 'editor', books);
    const by = await as(app, 'merchantadmin');
    return { ...by, ...order, headers: { ...by.headers, ...keyed() } };
  },
  refuse: async (app: TestApp, books: Books): Promise<Given> => ({
    ...(await waitingOrder(app, 'editor', books)),
    body: { reason: 'Not expected' },
  }),
  cancel: (app: TestApp, books: Books): Promise<Given> => waitingOrder(app, 'merchantadmin', books),
  withdraw: (app: TestApp): Promise<Given> => proposal(app),
  confirm: (app: TestApp): Promise<Given> => proposal(app),
};

async function newPayment(app: TestApp, books: Books): Promise<{ params: { paymentId: string } }> {
  const paymentId = await seedPayment(app.services, { books, applicationId: ids.harbourShop, amount: 10_000 });
  return { params: { paymentId } };
}

export const readyNotes = {
  addPaymentNote: async (app: TestApp, books: Books): Promise<Given> => ({
    ...(await newPayment(app, books)),
    body: { text: 'Asked the bank' },
  }),
  deletePaymentNote: async (app: TestApp, books: Books): Promise<Given> => {
    const by = await as(app, 'merchantadmin');
    const { params } = await newPayment(app, books);
    const added = await app.call(addPaymentNote, { ...by, params, body: { text: 'Asked the bank' } });
    return { params: { ...params, noteId: added.value().noteId } };
  },
  reviewPayment: async (app: TestApp, books: Books): Promise<Given> => ({
    ...(await newPayment(app, books)),
    body: {},
  }),
  undoPaymentReview: async (app: TestApp, books: Books): Promise<Given> => {
    const by = await as(app, 'merchantadmin');
    const { params } = await newPayment(app, books);
    await app.call(reviewPayment, { ...by, params, body: {} });
    return { params };
  },
};

/** A view of a colleague's, to be deleted by who may change settings. */
export async function readyView(app: TestApp): Promise<Given> {
  const params = { ...harbour, list: 'payouts' };
  const body = { name: 'Failed', search: '?statuses=FAILED' };
  const shared = await app.call(shareView, { ...(await as(app, 'editor')), params, body });
  return { params: { ...params, viewId: shared.value().viewId } };
}

/** A call of the platform's administrator on a payout that failed here and was paid by its provider. */
export async function readyException(app: TestApp, books: Books): Promise<Given> {
  const { database } = app.services;
  const { token } = await as(app, 'merchantadmin');
  const made = await app.call(makePayout, { token, ...(await readyMoney.makePayout(app, books)) });
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
