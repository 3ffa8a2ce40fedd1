import type { Vault } from '#core/secrets/vault.ts';
import { sql } from '#database/sql.ts';

/** A row of the audit log: permanent fields, and personal details that can be erased. */
export interface Recorded {
  merchantId: string;
  activityId: string;
  at: Date;
  actorId: string | null;
  actorKind: string;
  action: string;
  traceId: string | null;
  actor: string;
  subject: string;
  detail: string | null;
  ip: string | null;
  userAgent: string | null;
}

/** The row's entry in the hash chain: details as digests; the subject in plain text unless it is an email address. */
export type AuditLogEntry = Omit<Recorded, 'actor' | 'subject' | 'detail' | 'ip' | 'userAgent'> & {
  batch: number;
  position: number;
  subject: string | null;
  actorDigest: string;
  subjectDigest: string | null;
  detailDigest: string | null;
  ipDigest: string | null;
  userAgentDigest: string | null;
  mac: string;
};

export interface AuditLogBatch {
  batch: number;
  at: Date;
  entries: number;
  keyVersion: number;
  mac: string;
}

/** An entry with the row it was made from; null when the row is gone. */
export interface EntryAndRow {
  entry: AuditLogEntry;
  row: Recorded | null;
}

/** Columns of `activity AS a`, named as in `Recorded`. */
export const recordedColumns = sql`a.merchant_id AS "merchantId", a.activity_id AS "activityId", a.at,
  a.actor_id AS "actorId",
  a.actor_kind AS "actorKind", a.action, a.trace_id AS "traceId", a.actor, a.subject, a.detail, a.ip,
  a.user_agent AS "userAgent"`;

/** Placeholder for an erased value in a NOT NULL column. */
export const erased = 'erased';

export const isAddress = (subject: string): boolean => subject.includes('@');

/** Computes digests of details with one version of the key, caching repeated texts. */
export function createDigests({ mac }: Vault, version: number) {
  const known = new Map<string, Promise<string>>();
  return async (field: string, text: string | null): Promise<string | null> => {
    if (text === null) return null;
    const key = JSON.stringify([field, text]);
    const digest = known.get(key) ?? mac(key, 'trail-detail', version).then((made) => made.mac);
    known.set(key, digest);
    return digest;
  };
}

/** MAC of an entry's fields and position: it differs for a row that was changed, added or moved. */
export async function macOfEntry({ mac }: Vault, version: number, entry: Omit<AuditLogEntry, 'mac'>): Promise<string> {
  const { batch, position, merchantId, activityId, at, actorId, actorKind, action, traceId, subject } = entry;
  const { actorDigest, subjectDigest, detailDigest, ipDigest, userAgentDigest } = entry;
  const facts = [
    batch,
    position,
    merchantId,
    activityId,
    at.toISOString(),
    actorId,
    actorKind,
    action,
    traceId,
    subject,
  ];
  const digests = [actorDigest, subjectDigest, detailDigest, ipDigest, userAgentDigest];
  return (await mac(JSON.stringify([...facts, ...digests]), 'trail-entry', version)).mac;
}

/** MAC of a batch: its entries, chained to the previous head. */
export async function macOfBatch(
  { mac }: Vault,
  batch: Omit<AuditLogBatch, 'mac'>,
  { before, entries }: { before: string; entries: readonly string[] },
): Promise<string> {
  const text = JSON.stringify([batch.batch, batch.at.toISOString(), batch.entries, before, entries]);
  return (await mac(text, 'trail-head', batch.keyVersion)).mac;
}
