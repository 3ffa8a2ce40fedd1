import { foldEmailAddress } from '@volume/contract/email-address.ts';
import { sayAmount } from '@volume/contract/money.ts';
import { toOneLine } from '@volume/contract/one-line.ts';
import { mailPaymentLink as endpoint, type PaymentIntent } from '@volume/contract/payment-intents.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { answerOnce } from '#core/idempotency/answer-once.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Mail } from '#core/services.ts';
import { findObjectOwner } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { readBrand } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { amountText } from './pay-page/pay-frame.ts';
import { attemptLimitOf, findIntent, type IntentRow, toIntent } from './intent-row.ts';

/**
 * Mails a payment link that can still be paid to who is to pay it, once for a key; 409 when it cannot. Five times a day for one link, a hundred for
 * a merchant and ten for an address, whoever asks, then 429: nobody mails the world through us.
 */
export const mailPaymentLink = handle(endpoint, async (call) => {
  const { params, caller, services, body } = call;
  const merchantId = await findObjectOwner(services.database, caller, params.paymentIntentId);
  if (merchantId === null) throw notFound('This payment intent');
  const email = foldEmailAddress(body.email);
  const name = { merchantId, ...params };
  const before = async () => {
    refuseUnlessPayable(await findIntent(services.database, name, services.clock.now()));
    await spend(call, merchantId, email);
  };
  return answerOnce(call, { endpoint, merchantId, before }, async (queries) => {
    const intent = refuseUnlessPayable(await findIntent(queries, name, services.clock.now()));
    return { answer: await send(call, queries, intent, email) };
  });
});

/** The intent, where its link can still be paid; 404 where there is none, 409 where it cannot. */
function refuseUnlessPayable(intent: IntentRow | null): IntentRow {
  if (!intent) throw notFound('This payment intent');
  if (!intent.isLink || !['NOT_STARTED', 'IN_PROGRESS'].includes(intent.status))
    throw new Problem(409, 'This payment link can no longer be paid, so it was not emailed.');
  if (intent.attemptCount >= attemptLimitOf(intent))
    throw new Problem(
      409,
      'This payment link takes no more attempts, so it was not emailed. Cancel it and create a new one.',
    );
  return intent;
}

type MailLink = Call<typeof endpoint>;

const day = 86_400;

/** Counts a mail by its link, its address and its merchant; one that is refused is counted by none of them. */
async function spend({ services, params }: MailLink, merchantId: string, email: string): Promise<void> {
  const limits = [
    { key: `link-mails-of:${params.paymentIntentId}`, most: 5, message: 'This link was emailed five times today.' },
    {
      key: `link-mails-to:${await secretHash(services, email)}`,
      most: 10,
      message: 'No more links can be emailed to this address today.',
    },
    {
      key: `link-mails:${merchantId}`,
      most: 100,
      message: 'Too many links were emailed today. Please go on tomorrow.',
    },
  ];
  const spent: (() => Promise<void>)[] = [];
  try {
    for (const limit of limits) spent.push(await services.windows.spend({ ...limit, seconds: day }));
  } catch (error) {
    for (const giveBack of spent) await giveBack();
    throw error;
  }
}

/** To whom is said nowhere: payers' addresses have no place in a log that is never changed. */
async function send(call: MailLink, queries: Queries, intent: IntentRow, email: string): Promise<PaymentIntent> {
  const { services, request } = call;
  const { merchantId, paymentIntentId, amount, currency } = intent;
  const wire = toIntent(intent, request.baseUrl);
  const { paymentIntentLink: link } = wire;
  if (link === null) throw new Error('A payment link that can be paid has no address.');
  const [merchant] = await queries.query<{ company_name: string }>(
    sql`SELECT company_name FROM merchants WHERE merchant_id = ${merchantId}`,
  );
  const { name } = await readBrand(queries, merchantId);
  const shop = toOneLine(name ?? merchant?.company_name ?? '');
  const isSandbox = services.settings.provider === 'SIMULATED';
  await enqueueMail(
    queries,
    services,
    mailOf({ to: email, shop, sum: amountText(amount, currency, 'en-GB'), link, isSandbox }),
  );
  const detail = sayAmount(amount, currency);
  await recordActivity(queries, call, { merchantId, action: 'LINK_EMAILED', subject: paymentIntentId, detail });
  return wire;
}

interface LinkMail {
  to: string;
  shop: string;
  sum: string;
  link: string;
  isSandbox: boolean;
}

/** The shop's name is a stranger's words to who reads this, so it stands in quotation marks and not in the subject, and what the link is for stands on its page alone. */
function mailOf({ to, shop, sum, link, isSandbox }: LinkMail): Mail {
  const paragraphs = [
    'Hello,',
    `“\u2068${shop}\u2069” asks you to pay ${sum}. Choose your bank and approve the payment there:`,
    link,
    'If you don’t know this shop, or did not expect to pay it, you don’t need to do anything: nothing is paid without you.',
    ...(isSandbox ? ['This is the sandbox: no money moves.'] : []),
  ];
  return { to, subject: `Payment request of ${sum}`, text: paragraphs.join('\n\n') };
}
