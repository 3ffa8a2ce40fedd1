import { Id } from '@volume/contract/ids.ts';
import type { Brand } from '@volume/contract/merchants/brand.ts';
import { readBrand } from '#database/merchants/read-merchants.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import { notFound, Problem } from '#core/problem.ts';
import { readText } from '#http/reading/read-text.ts';
import { type Attempt, type AttemptName, findAttempt } from '#payment-links/attempts/lock-attempt.ts';
import type { Outcome } from './callback-url.ts';
import { findPaymentLink, type PaymentLinkRow } from '#payment-links/payment-link-row.ts';
import { type Reason, unpayableReason } from '#payment-links/attempts/start-attempt.ts';

export interface Bank {
  institutionId: string;
  name: string;
  /** The letters of the bank's mark; null for the first ones of its name. */
  letters: string | null;
}
export interface PayPage {
  paymentLink: PaymentLinkRow;
  /** Why it cannot be paid; null when it can. */
  reason: Reason | null;
  /** The brand's name, or the company's when it has none. */
  shopName: string;
  brand: Pick<Brand, 'colour' | 'mark'>;
  callbackUrl: string | null;
  cancelUrl: string | null;
  asksForName: boolean;
  banks: Bank[];
}

type Application = Omit<PayPage, 'paymentLink' | 'reason' | 'banks' | 'brand'> & { institutions: string[] };

/** A payment link by its id, with its merchant and the banks that support its currency; 404 when it does not exist. */
export async function readPayPage(services: Services, paymentIntentId: string): Promise<PayPage> {
  const { database, clock } = services;
  const merchantId = await findMerchant(database, paymentIntentId, 'PAYMENT_INTENT');
  const paymentLink = merchantId && (await findPaymentLink(database, { merchantId, paymentIntentId }, clock.now()));
  if (!paymentLink) throw notFound('This payment link');
  const [application] = await database.query<Application>(
    sql`SELECT m.company_name AS "shopName", a.merchant_callback_url_for_web AS "callbackUrl",
      a.cancel_url AS "cancelUrl",
       a.confirmation_of_payer_enabled AS "asksForName", a.institutions
     FROM applications AS a JOIN merchants AS m USING (merchant_id)
     WHERE a.merchant_id = ${merchantId} AND a.application_id = ${paymentLink.applicationId}`,
  );
  if (!application) throw notFound('This payment link');
  const { institutions, ...shown } = application;
  const reason = unpayableReason(paymentLink, services);
  const { name, ...brand } = await readBrand(database, merchantId);
  const shopName = name ?? shown.shopName;
  return {
    ...shown,
    paymentLink,
    reason,
    shopName,
    brand,
    banks: await readBanks({ database }, paymentLink.currency, institutions),
  };
}

/** A link and one of its attempts, by their ids in the path. */
export async function readOutcome(
  services: Services,
  paymentIntentId: string,
  paymentId: string,
): Promise<{ page: PayPage; attempt: Attempt }> {
  const page = await readPayPage(services, paymentIntentId);
  const attempt = await readAttempt(services, paymentId);
  if (attempt.paymentIntentId !== page.paymentLink.paymentIntentId) throw notFound('This payment');
  return { page, attempt };
}

/** @throws Problem 404 when it does not exist */
export async function readAttempt({ database }: Services, paymentId: string): Promise<Attempt> {
  const merchantId = await findMerchant(database, paymentId, 'PAYMENT');
  const attempt = merchantId && (await findAttempt(database, { merchantId, paymentId } satisfies AttemptName));
  if (!attempt) throw notFound('This payment');
  return attempt;
}

/** The path of an attempt's outcome page. */
export function outcomePath({ settings }: Services, { paymentIntentId, paymentId }: Attempt): string {
  return `${settings.basePath}/pay/${paymentIntentId}/${paymentId}`;
}

/** The outcome of an attempt, for the merchant's page and the shopper's. */
export function outcomeOf({ paymentLink }: PayPage, { paymentId, status, errorDescription }: Attempt): Outcome {
  const { amount, currency, merchantPaymentId } = paymentLink;
  return { paymentId, status, amount, currency, merchantPaymentId, errorDescription };
}

/** The merchant of an object, by the directory; null when it is unknown or the text is not an id. */
async function findMerchant(
  { query }: Queries,
  objectId: string,
  kind: 'PAYMENT_INTENT' | 'PAYMENT',
): Promise<string | null> {
  if (!Id.safeParse(objectId).success) return null;
  const [row] = await query<{ merchant_id: string }>(
    sql`SELECT merchant_id FROM object_directory WHERE object_id = ${objectId} AND kind = ${kind}`,
  );
  return row?.merchant_id ?? null;
}

/** The banks that are on. An application without its own list accepts each of them (contract §2, institutions). */
function readBanks({ database }: Pick<Services, 'database'>, currency: string, chosen: string[]): Promise<Bank[]> {
  return database.query<Bank>(
    sql`SELECT institution_id AS "institutionId", name, letters FROM institutions
     WHERE ${currency} = ANY(currencies) AND switched_off_at IS NULL AND (cardinality(${chosen}::text[]) = 0 OR institution_id = ANY(${chosen}::text[]))
     ORDER BY lower(name), institution_id`,
  );
}

/** The name of a bank that is switched off (contract §8, Banks); undefined for any other. */
export async function findOffBank({ database }: Services, institutionId: string | null): Promise<string | undefined> {
  const [bank] = await database.query<{ name: string }>(
    sql`SELECT name FROM institutions WHERE institution_id = ${institutionId} AND switched_off_at IS NOT NULL`,
  );
  return bank?.name;
}

const mostBytes = 8 * 1024;

/** The fields of a small form; 413 when it is larger than any of our forms can be, 415 when it is not a form. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem(415, 'This page only accepts its own form.');
  const form = new URLSearchParams(await readText(request, mostBytes));
  const isHostile = [...form.values()].some((value) => /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed());
  if (isHostile) throw new Problem(400, 'The form holds a character that is not allowed.');
  return form;
}
