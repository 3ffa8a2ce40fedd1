import { EmailAddress, foldEmailAddress } from '@volume/contract/text/email-address.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toOneLine } from '@volume/contract/text/one-line.ts';
import type { Context } from 'hono';
import type { PaperDocument } from '#core/files.ts';
import { byItself, recordActivity } from '#core/activity/record-activity.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import type { PayersLook } from '@volume/contract/pay-ins/receipts.ts';
import { enqueueMail, refundMailKind } from '#core/mail/send-mail.ts';
import { notFound, Problem } from '#core/problem.ts';
import { secretHash } from '#core/secrets/server-key.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { readBrand } from '#database/merchants/read-merchants.ts';
import { sql } from '#database/sql.ts';
import type { Env } from '#http/kernel.ts';
import { sendDocument } from '#http/replying/encode-answer.ts';
import type { LimitPage } from '#http/turns/page-rate-limit.ts';
import { type Attempt, type AttemptName, findAttempt } from '#payment-links/attempts/lock-attempt.ts';
import { enqueueWork } from '#queue/due-work.ts';
import type { DueWork, Worker } from '#queue/worker.ts';
import { amountText } from '#http/pages/amounts.ts';
import { chooseLanguage, languages, toReceiptWords } from './pay-frame.ts';
import { outcomePath, readForm, readOutcome } from './read-pay-page.ts';
import { isPaid, timeText } from './show-outcome-page.ts';
import { english } from './texts/english.ts';
import type { MailedPayment, PayTexts, PageMessage } from './texts/texts.ts';

/** Reads the payer's receipt of a completed payment. */
export type ReadReceipt = (services: Services, payment: AttemptName, look: PayersLook) => Promise<PaperDocument>;

const readShown = (context: Context<Env>, services: Services) =>
  readOutcome(services, (context.req.param('id') ?? '').toLowerCase(), context.req.param('paymentId') ?? '');

/**
 * Requires both the link and the attempt: the link is often shared, and a receipt names the payer. Reads the data
 * within the visitor's concurrency slot; rendering does not hold the slot.
 */
export async function sendReceipt(
  context: Context<Env>,
  services: Services,
  { limitPage, readReceipt }: { limitPage: LimitPage; readReceipt: ReadReceipt },
): Promise<Response> {
  const { documents, rateLimits, clock } = services;
  if (!documents) throw notFound('This receipt');
  const receipt = await limitPage(context, async () => {
    const { page, attempt } = await readShown(context, services);
    if (!isPaid(attempt.status)) return context.redirect(outcomePath(services, attempt), 303);
    const message = 'This receipt was asked for too often. Please wait a minute and try again.';
    await rateLimits.spend({ key: `receipt:${attempt.paymentId}`, most: 20, seconds: 60, message });
    const words = toReceiptWords(chooseLanguage(context).words);
    return readReceipt(services, attempt, { shopName: page.shopName, words });
  });
  if (receipt instanceof Response) return receipt;
  const from = addressKey(context.env?.remoteAddress ?? null);
  const make = () => documents.make(from, async () => receipt, context.req.raw.signal);
  const made = context.req.method === 'HEAD' ? { name: receipt.name, pdf: null } : await make();
  const response = sendDocument(made, clock.now());
  response.headers.set('x-robots-tag', 'noindex');
  return response;
}

const [hour, day] = [3600, 86_400];
const receiptMailKind = 'RECEIPT_MAIL';

/**
 * Accepts a request for the receipt by mail, once per payment and address; the mail is sent when the payment is final. Repeated
 * requests get the same answer. 429 after five a day per payment and twenty an hour per client address; after ten a day to an
 * email address nothing more is mailed, silently. Returns the entered text when it is not an email address.
 */
export async function askForReceipt(
  context: Context<Env>,
  services: Services,
): Promise<Response | { refused: string }> {
  if (!services.documents) throw notFound('This receipt');
  const { attempt } = await readShown(context, services);
  const path = outcomePath(services, attempt);
  const typed = (await readForm(context.req.raw)).get('email')?.slice(0, 300) ?? '';
  if (!isPaid(attempt.status) || attempt.hold === 'RETURNED') return context.redirect(path, 303);
  const address = EmailAddress.safeParse(typed);
  if (!address.success) return { refused: typed };
  const message = 'This receipt was asked for too often. Please try again later.';
  const from = await secretHash(services, addressKey(context.env?.remoteAddress ?? null));
  await services.rateLimits.spend({ key: `receipt-from:${from}`, most: 20, seconds: hour, message });
  await services.rateLimits.spend({ key: `receipt-mail:${attempt.paymentId}`, most: 5, seconds: day, message });
  const pageUrl = `${services.settings.publicUrl ?? new URL(context.req.url).origin}${path}`;
  await storeWish(services, attempt, {
    email: foldEmailAddress(address.data),
    language: chooseLanguage(context).tag,
    pageUrl,
  });
  return context.redirect(`${path}?email=asked`, 303);
}

interface Wish {
  email: string;
  language: string;
  /** The page of the payment and its receipt. */
  pageUrl: string;
}

async function storeWish(services: Services, { merchantId, paymentId }: AttemptName, wish: Wish): Promise<void> {
  const { email, language, pageUrl } = wish;
  if (!(await mayMail(services, email))) return;
  const { at, newId } = writeContext(services);
  await services.database.transaction(async (queries) => {
    const stored = await queries.query(
      sql`INSERT INTO receipt_mails (merchant_id, payment_id, email, language, page_url, asked_at)
        VALUES (${merchantId}, ${paymentId}, ${email}, ${language}, ${pageUrl}, ${at}) ON CONFLICT DO NOTHING RETURNING 1`,
    );
    if (stored.length === 0) return;
    const payload = { email };
    await enqueueWork(queries, newId, { kind: receiptMailKind, merchantId, objectId: paymentId, dueAt: at, payload });
  });
}

async function mayMail(services: Services, email: string): Promise<boolean> {
  const key = `receipt-to:${await secretHash(services, email)}`;
  try {
    await services.rateLimits.spend({ key, most: 10, seconds: day, message: 'Too many receipts to this address.' });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}

/** Mail jobs for payers; each can be retried on any instance and sends one mail. */
export const receiptMailWorkers: readonly Worker[] = [
  { kind: receiptMailKind, run: mailReceipt },
  { kind: refundMailKind, run: mailRefund },
];

/** After this time, in milliseconds, a payment that is still held gets no receipt mail. */
const patience = 60 * day * 1000;

async function mailReceipt(services: Services, { merchantId, objectId, payload }: DueWork) {
  const { database, clock } = services;
  const email = String(payload['email']);
  const name = { merchantId: merchantId ?? '', paymentId: objectId ?? '' };
  const attempt = await findAttempt(database, name);
  const [asker] = await readAskers(database, name, email);
  if (!attempt || !asker || attempt.status === 'FAILED' || attempt.hold === 'RETURNED') return;
  const age = clock.now().getTime() - asker.asked_at.getTime();
  // Retries soon at first, as most money arrives within seconds; a payment can be held for weeks.
  if (!isFinal(attempt) && age < patience) {
    return { againAt: new Date(clock.now().getTime() + Math.min(Math.max(age, 2000), 300_000)) };
  }
  if (!isFinal(attempt)) return;
  const payment = await toMailed(database, attempt);
  await database.transaction(async (queries) => {
    const first = await queries.query(
      sql`UPDATE receipt_mails SET mailed_at = ${clock.now()} WHERE merchant_id = ${name.merchantId}
        AND payment_id = ${name.paymentId} AND email = ${email} AND mailed_at IS NULL RETURNING 1`,
    );
    if (first.length === 0) return;
    await mailPayer(queries, services, { asker, attempt }, (words) => words.mails.receipt(payment(words.locale)));
    await record(queries, services, name, null);
  });
}

/** Final: the money has arrived and is not held. A payment outside our ledger is final earlier. */
function isFinal({ status, hold, isToVirtualAccount }: Attempt): boolean {
  if (status === 'COMPLETED') return !isToVirtualAccount;
  return status === 'SETTLED' && (hold === 'NONE' || hold === 'RELEASED');
}

interface RefundRow {
  payment_id: string;
  amount: number;
  currency: Currency;
}

async function mailRefund(services: Services, { workId, attempts, merchantId, objectId }: DueWork): Promise<void> {
  const [refund] = await services.database.query<RefundRow>(
    sql`SELECT payment_id, amount, currency::text AS currency FROM refunds
      WHERE merchant_id = ${merchantId} AND refund_id = ${objectId} AND status = 'PROCESSED'`,
  );
  const name = { merchantId: merchantId ?? '', paymentId: refund?.payment_id ?? '' };
  const attempt = refund && (await findAttempt(services.database, name));
  if (!attempt) return;
  const payment = await toMailed(services.database, attempt);
  await services.database.transaction(async (queries) => {
    // Deletes the job in the same transaction as its effect, so that a retry or a concurrent worker finds it done.
    const own = await queries.query(
      sql`DELETE FROM due_work WHERE work_id = ${workId} AND attempts = ${attempts} RETURNING 1`,
    );
    if (own.length === 0) return;
    for (const asker of await readAskers(queries, name)) {
      await mailPayer(queries, services, { asker, attempt }, ({ mails, locale }) =>
        mails.refund(payment(locale), amountText(refund.amount, refund.currency, locale)),
      );
    }
    await record(queries, services, name, `Refund ${objectId}`);
  });
}

interface Asker {
  email: string;
  language: string;
  page_url: string;
  asked_at: Date;
}

function readAskers({ query }: Queries, { merchantId, paymentId }: AttemptName, email: string | null = null) {
  return query<Asker>(
    sql`SELECT email, language, page_url, asked_at FROM receipt_mails WHERE merchant_id = ${merchantId}
      AND payment_id = ${paymentId} AND (${email}::text IS NULL OR email = ${email}) ORDER BY email`,
  );
}

/** A payment as named in mails. The shop's name is untrusted text, so it is on one line and without addresses. */
async function toMailed(queries: Queries, attempt: Attempt): Promise<(locale: string) => MailedPayment> {
  const { merchantId, paymentId, amount, currency } = attempt;
  const [row] = await queries.query<{ company_name: string; created_at: Date }>(
    sql`SELECT m.company_name, p.created_at FROM payments AS p JOIN merchants AS m ON m.merchant_id = p.merchant_id
      WHERE p.merchant_id = ${merchantId} AND p.payment_id = ${paymentId}`,
  );
  if (!row) throw new Error('A payment without a merchant.');
  const { name } = await readBrand(queries, merchantId);
  const shop = `\u2068${toOneLine(name ?? row.company_name)}\u2069`;
  return (locale) => ({ shop, amount: amountText(amount, currency, locale), at: timeText(row.created_at, locale) });
}

async function mailPayer(
  queries: Queries,
  services: Services,
  { asker: { email, language, page_url: pageUrl }, attempt }: { asker: Asker; attempt: Attempt },
  say: (words: PayTexts) => PageMessage,
): Promise<void> {
  const words = languages[language] ?? english;
  const [{ title, text }, { greeting, reference, link, why }] = [say(words), words.mails];
  const quoted = attempt.reference ? [reference(`\u2068${toOneLine(attempt.reference)}\u2069`)] : [];
  const sandbox = services.settings.provider === 'SIMULATED' ? [words.sandbox] : [];
  // The page opens in the language of the mail, in any browser.
  const paragraphs = [greeting, text, ...quoted, `${link}\n${pageUrl}?lang=${language}`, why, ...sandbox];
  await enqueueMail(queries, services, { to: email, subject: title, text: paragraphs.join('\n\n') });
}

/** Records that a mail was sent, but not to whom: an audit log that is never changed must not hold payers' addresses. */
async function record(
  queries: Queries,
  services: Services,
  { merchantId, paymentId }: AttemptName,
  detail: string | null,
) {
  const note = { merchantId, action: 'RECEIPT_EMAILED', subject: paymentId, detail } as const;
  await recordActivity(queries, byItself(services, 'Receipts'), note);
}
