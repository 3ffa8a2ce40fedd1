import type { Exception } from '@volume/contract/exceptions.ts';
import { toWireTime } from '@volume/contract/period.ts';
import { sql } from '#database/sql.ts';

export type ExceptionRow = Omit<Exception, 'firstAtUtc' | 'lastAtUtc' | 'decidedAtUtc'> & {
  firstAt: Date;
  lastAt: Date;
  decidedAt: Date | null;
};

/** Of `exceptions AS e`, with its merchant's name where this deployment has the merchant. */
export const exceptionColumns = sql`e.exception_id AS "exceptionId", e.merchant_id AS "merchantId",
  (SELECT m.company_name FROM merchants AS m WHERE m.merchant_id = e.merchant_id) AS "merchantName",
  e.kind, e.object_kind AS "objectKind", e.object_id AS "objectId", e.payee_detail_id AS "payInAccountId", e.provider,
  e.currency::text AS currency, e.our_status AS "ourStatus", e.our_amount AS "ourAmount",
  e.provider_status AS "providerStatus",
  e.provider_amount AS "providerAmount", e.provider_words AS "providerWords", e.state, e.count, e.first_at AS "firstAt",
  e.last_at AS "lastAt", e.note, e.decided_by AS "decidedBy", e.decided_at AS "decidedAt"`;

/** An exception as the wire says it (contract §11); amounts in minor units. */
export function toException({ firstAt, lastAt, decidedAt, ...row }: ExceptionRow): Exception {
  return {
    ...row,
    firstAtUtc: toWireTime(firstAt),
    lastAtUtc: toWireTime(lastAt),
    decidedAtUtc: decidedAt && toWireTime(decidedAt),
  };
}
