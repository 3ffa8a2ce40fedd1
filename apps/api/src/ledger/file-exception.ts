import type { ExceptionKind, ExceptionObjectKind, ExceptionState } from '@volume/contract/exceptions/labels.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { WriteContext } from '#core/write-context.ts';
import type { Services } from '#core/services.ts';

/** A contradiction between our ledger and a provider or bank. Amounts in minor units; null where unknown. */
export interface Contradiction {
  merchantId: string;
  kind: ExceptionKind;
  objectKind: ExceptionObjectKind;
  objectId: string;
  payInAccountId: number | null;
  provider: string | null;
  currency: Currency | null;
  ourStatus: string | null;
  ourAmount: number | null;
  providerStatus: string | null;
  providerAmount: number | null;
  providerWords: string | null;
}

/** A contradiction with the exception that records it; `count` is how often it was reported. */
export type Filed = Contradiction & { exceptionId: string; state: ExceptionState; count: number };

/**
 * Records a contradiction, in the transaction that detected it. The same contradiction again only raises the count; if
 * the provider's status or amount changed, a resolved exception is reopened.
 */
export async function fileException(
  queries: Queries,
  { at, newId }: WriteContext,
  reported: Contradiction,
): Promise<Filed> {
  const { merchantId } = reported;
  // Here the amount is what is reported: null says that it is not in our currency. Otherwise null says nothing new.
  const amount = ['AMOUNT_DIFFERS', 'PAID_TWICE'].includes(reported.kind)
    ? sql`excluded.provider_amount`
    : sql`coalesce(excluded.provider_amount, e.provider_amount)`;
  const [row] = await queries.query<Pick<Filed, 'exceptionId' | 'state' | 'count'>>(
    sql`INSERT INTO exceptions AS e (merchant_id, exception_id, kind, variant, object_kind, object_id, payee_detail_id,
      provider, currency, our_status, our_amount, provider_status, provider_amount, provider_words, first_at, last_at)
     VALUES (${merchantId}, ${newId()}, ${reported.kind}, ${await variantOf(queries, reported)}, ${reported.objectKind},
       ${reported.objectId}, ${reported.payInAccountId}, ${reported.provider}, ${reported.currency}::text::currency, ${reported.ourStatus},
       ${reported.ourAmount},
       ${reported.providerStatus}, ${reported.providerAmount}, ${reported.providerWords}, ${at}, ${at})
     ON CONFLICT (merchant_id, object_id, kind, variant) DO UPDATE SET
       count = e.count + 1,
       last_at = greatest(e.last_at, excluded.last_at),
       state = CASE WHEN (coalesce(excluded.provider_status, e.provider_status), ${amount})
         IS DISTINCT FROM (e.provider_status, e.provider_amount) THEN 'OPEN' ELSE e.state END,
       provider_status = coalesce(excluded.provider_status, e.provider_status),
       provider_amount = ${amount},
       provider_words = coalesce(excluded.provider_words, e.provider_words),
       provider = coalesce(e.provider, excluded.provider),
       payee_detail_id = coalesce(e.payee_detail_id, excluded.payee_detail_id),
       currency = coalesce(e.currency, excluded.currency)
     RETURNING exception_id AS "exceptionId", state, count`,
  );
  if (!row) throw new Error('The exception was not written.');
  await queries.query(
    sql`INSERT INTO object_directory (object_id, merchant_id, kind) VALUES (${row.exceptionId}, ${merchantId}, 'EXCEPTION')
      ON CONFLICT DO NOTHING`,
  );
  queries.announce?.({ kind: 'exceptions', merchantId });
  return { ...reported, ...row };
}

/**
 * Separates contradictions of one kind about an object: by status, and by the account from which a provider took an order that is
 * not ours there. A report without an account joins one that has it, and the other way round.
 */
async function variantOf({ query }: Queries, reported: Contradiction): Promise<string> {
  const { merchantId, kind, objectId, providerStatus, payInAccountId } = reported;
  if (kind === 'STATUS_DIFFERS') return providerStatus ?? '';
  if (kind !== 'UNKNOWN_TO_US') return '';
  const [before] = await query<{ variant: string }>(
    sql`SELECT variant FROM exceptions WHERE merchant_id = ${merchantId} AND object_id = ${objectId} AND kind = ${kind}
      AND coalesce(payee_detail_id = ${payInAccountId}::bigint, true) ORDER BY first_at LIMIT 1`,
  );
  return before?.variant ?? String(payInAccountId ?? '');
}

/** Logs an error for an exception after it was committed, unless a user has already resolved it. */
export function warnOfException({ log }: Pick<Services, 'log'>, filed: Filed | null): void {
  if (!filed || filed.state === 'ACCEPTED' || filed.state === 'CLOSED') return;
  const { providerWords: _, ...facts } = filed;
  log.error('provider contradicts our books', facts);
}
