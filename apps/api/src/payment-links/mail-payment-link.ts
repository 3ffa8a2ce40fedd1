import { foldEmailAddress } from '@volume/contract/text/email-address.ts';
import { sayAmount } from '@volume/contract/money/money.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import { mailPaymentLink as endpoint, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { withIdempotency } from '#core/idempotency/with-idempotency.ts';
import { enqueueMail } from '#core/mail/send-mail.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Mail } from '#core/services.ts';
import { findObjectOwner } from '#core/tenant.ts';
import type { Queries } from '#database/database.ts';
import { readBrand } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import { amountText } from '#http/pages/amounts.ts';
import { attemptLimitOf, findPaymentLink, type PaymentLinkRow, toPaymentLink } from './payment-link-row.ts';

/**
 * Mails a payable link to its payer, once per Idempotency-Key; 409 when it cannot be paid. At most five mails a day per
 * link, a hundred per merchant and ten per address, then 429, so that the service cannot be used for mass mail.
 */
export const mailPaymentLink = handle(endpoint, async (call) => {
  const { params, caller, services, body } = call;
  const merchantId = await findObjectOwner(services.database, caller, params.paymentIntentId);
  if (merchantId === null) throw notFound('This payment intent');
  const email = foldEmailAddress(body.email);
  const name = { merchantId, ...params };
  const before = async () => {
    refuseUnlessPayable(await findPaymentLink(services.database, name, services.clock.now()));
    await spend(call, merchantId, email);
  };
  return withIdempotency(call, { endpoint, merchantId, before }, async (queries) => {
    const paymentLink = refuseUnlessPayable(await findPaymentLink(queries, name, services.clock.now()));
    return send(call, queries, paymentLink, email);
  });
});

/** The payment link if it can be paid; 404 when there is none, 409 when it cannot. */
function refuseUnlessPayable(paymentLink: PaymentLinkRow | null): PaymentLinkRow {
  if (!paymentLink) throw notFound('This payment intent');
  if (!paymentLink.isLink || !['NOT_STARTED', 'IN_PROGRESS'].includes(paymentLink.status))
    throw new Problem(409, 'This payment link can no longer be paid, so it was not emailed.', {
      code: 'LINK_NOT_PAYABLE',
    });
  if (paymentLink.attemptCount >= attemptLimitOf(paymentLink))
    throw new Problem(
      409,
      'This payment link takes no more attempts, so it was not emailed. Cancel it and create a new one.',
      { code: 'LINK_OUT_OF_ATTEMPTS' },
    );
  return paymentLink;
}

type MailLink = Call<typeof endpoint>;

const day = 86_400;

/** Counts a mail for its link, address and merchant; a rejected one counts for none of them. */
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
      message: 'Too many links were emailed today. Please try again tomorrow.',
    },
  ];
  const spent: (() => Promise<void>)[] = [];
  try {
    for (const limit of limits) spent.push(await services.rateLimits.spend({ ...limit, seconds: day }));
  } catch (error) {
    for (const giveBack of spent) await giveBack();
    throw error;
  }
}

/** The recipient is not recorded: payers' addresses must not be in an audit log that is never changed. */
async function send(
  call: MailLink,
  queries: Queries,
  paymentLink: PaymentLinkRow,
  email: string,
): Promise<PaymentLink> {
  const { services, request } = call;
  const { merchantId, paymentIntentId, amount, currency } = paymentLink;
  const wire = toPaymentLink(paymentLink, request.baseUrl);
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

/**
 * The shop's name is untrusted text for the recipient, so it is quoted and not in the subject; the description of the
 * link is only on its page.
 */
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
