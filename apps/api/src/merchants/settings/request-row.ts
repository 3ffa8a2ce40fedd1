import type { ApplicationRequest } from '@volume/contract/merchants/application-requests.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { sql } from '#database/sql.ts';

export interface RequestRow extends Omit<ApplicationRequest, 'askedAtUtc' | 'decidedAtUtc'> {
  askedById: string;
  askedAt: Date;
  decidedAt: Date | null;
}

export const requestColumns = sql`request_id AS "requestId", application_name AS "applicationName", currencies, why,
  asked_by AS "askedBy", asked_by_id AS "askedById", asked_at AS "askedAt", state, decided_at AS "decidedAt",
  declined_because AS "declinedBecause", application_id AS "applicationId"`;

export const toRequest = ({ askedById: _askedById, askedAt, decidedAt, ...row }: RequestRow): ApplicationRequest => ({
  ...row,
  askedAtUtc: toWireTime(askedAt),
  decidedAtUtc: decidedAt && toWireTime(decidedAt),
});
