import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Vault } from '#core/secrets/vault.ts';
import {
  createDigests,
  type EntryAndRow,
  erased as erasedText,
  macOfBatch,
  macOfEntry,
  type Recorded,
  recordedColumns,
  type AuditLogBatch,
  type AuditLogEntry,
} from './audit-log-entry.ts';

interface AuditLogReport {
  /** One sentence per difference from what was recorded; empty when the audit log is intact. */
  broken: string[];
  /** One sentence per batch whose version of the key is missing: nothing is known about it. */
  unchecked: string[];
  batches: number;
  entries: number;
  /** Number of entries with erased personal details; their digests remain. */
  erased: number;
  /** Entries after the head: recorded but not linked yet. */
  waiting: string[];
  head: Pick<AuditLogBatch, 'batch' | 'mac'> | null;
}

/**
 * Verifies the whole chain and the recorded rows, and reports every row that was changed, removed or added by hand up
 * to the last head. `heads` are MACs from the log: each must be in the chain, otherwise its end was cut off or
 * rewritten.
 */
export async function verifyAuditLog(
  queries: Queries,
  vault: Vault,
  heads: readonly string[] = [],
): Promise<AuditLogReport> {
  const report: AuditLogReport = {
    broken: [],
    unchecked: [],
    batches: 0,
    entries: 0,
    erased: 0,
    waiting: [],
    head: null,
  };
  const unseen = new Set(heads);
  for (;;) {
    const batches = await readBatches(queries, report.head?.batch ?? 0);
    if (batches.length === 0) break;
    const found = await readEntries(queries, batches);
    for (const batch of batches) {
      const ofBatch = found.get(batch.batch) ?? [];
      const { broken, unchecked, erased } = await checkBatch(vault, { batch, before: report.head, found: ofBatch });
      report.broken.push(...broken);
      report.unchecked.push(...unchecked);
      report.erased += erased;
      report.entries += ofBatch.length;
      report.batches += 1;
      report.head = { batch: batch.batch, mac: batch.mac };
      unseen.delete(batch.mac);
    }
  }
  report.broken.push(...(await findStrangers(queries)));
  for (const head of unseen) {
    report.broken.push(`The head ${head} was logged and is not in the chain: its end was cut off or rewritten.`);
  }
  report.waiting = await readWaiting(queries);
  return report;
}

/** Batches per read. */
const mostBatches = 100;

function readBatches({ query }: Queries, after: number): Promise<AuditLogBatch[]> {
  return query<AuditLogBatch>(
    sql`SELECT batch, at, entries, key_version AS "keyVersion", mac FROM trail_batches WHERE batch > ${after}
     ORDER BY batch LIMIT ${mostBatches}`,
  );
}

/** The entries of these batches in order, by batch. */
async function readEntries({ query }: Queries, batches: readonly AuditLogBatch[]): Promise<Map<number, EntryAndRow[]>> {
  const [first, last] = [batches[0]?.batch ?? 0, batches.at(-1)?.batch ?? 0];
  const entries = await query<AuditLogEntry>(
    sql`SELECT batch, position, merchant_id AS "merchantId", activity_id AS "activityId", at, actor_id AS "actorId",
       actor_kind AS "actorKind", action, trace_id AS "traceId", subject, actor_digest AS "actorDigest",
       subject_digest AS "subjectDigest", detail_digest AS "detailDigest", ip_digest AS "ipDigest",
       user_agent_digest AS "userAgentDigest", mac
     FROM trail_entries WHERE batch BETWEEN ${first} AND ${last} ORDER BY batch, position`,
  );
  const rows = await query<Recorded>(
    sql`SELECT ${recordedColumns} FROM trail_entries AS e
     JOIN activity AS a ON a.merchant_id = e.merchant_id AND a.activity_id = e.activity_id
     WHERE e.batch BETWEEN ${first} AND ${last}`,
  );
  const byId = new Map(rows.map((row) => [row.activityId, row]));
  const found = new Map<number, EntryAndRow[]>(batches.map(({ batch }) => [batch, []]));
  for (const entry of entries) found.get(entry.batch)?.push({ entry, row: byId.get(entry.activityId) ?? null });
  return found;
}

/** Rows outside the chain: recorded without waiting for it, linked in no batch, or removed before they were linked. */
async function findStrangers({ query }: Queries): Promise<string[]> {
  interface Stranger {
    id: string;
    action: string;
    at: Date;
  }
  const added = await query<Stranger>(
    `SELECT a.activity_id AS id, a.action, a.at FROM activity AS a JOIN (
       SELECT merchant_id, activity_id FROM activity EXCEPT SELECT merchant_id, activity_id FROM trail_entries
       EXCEPT SELECT merchant_id, activity_id FROM trail_waiting) AS added USING (merchant_id, activity_id)
     ORDER BY a.at, a.activity_id`,
  );
  const loose = await query<Stranger>(
    `SELECT e.activity_id AS id, e.action, e.at FROM trail_entries AS e
     WHERE NOT EXISTS (SELECT FROM trail_batches AS b WHERE b.batch = e.batch) ORDER BY e.batch, e.position`,
  );
  const gone = await query<{ id: string }>(
    `SELECT w.activity_id AS id FROM trail_waiting AS w
     WHERE NOT EXISTS (SELECT FROM activity AS a WHERE a.merchant_id = w.merchant_id AND a.activity_id = w.activity_id) ORDER BY w.seq`,
  );
  const named = ({ id, action, at }: Stranger) => `${id} (${action}, ${at.toISOString()})`;
  return [
    ...added.map((row) => `Row ${named(row)} was added by hand: it was never written to the audit log.`),
    ...loose.map(
      (entry) => `Entry ${named(entry)} belongs to no batch: the batch was removed, or the entry was added by hand.`,
    ),
    ...gone.map(({ id }) => `Row ${id} was removed by hand before it was linked.`),
  ];
}

async function readWaiting({ query }: Queries): Promise<string[]> {
  const rows = await query<{ id: string; action: string; at: Date }>(
    `SELECT a.activity_id AS id, a.action, a.at FROM trail_waiting AS w
     JOIN activity AS a ON a.merchant_id = w.merchant_id AND a.activity_id = w.activity_id ORDER BY w.seq`,
  );
  return rows.map(({ id, action, at }) => `${id} (${action}, ${at.toISOString()})`);
}

/** At most this many unlinked rows are listed. */
const mostNamed = 20;

/** The result of a verification, one line each. */
export function describeAuditLog(report: AuditLogReport): string[] {
  const { broken, unchecked, erased, waiting, head } = report;
  return [
    ...broken,
    ...unchecked,
    describeResult(report),
    head ? `Last head: batch ${head.batch}, mac ${head.mac}` : 'Nothing is linked yet.',
    ...(erased > 0 ? [`Personal details were erased from ${counted(erased, 'row', 'rows')}.`] : []),
    ...(waiting.length > 0 ? [`After the head, not linked yet: ${counted(waiting.length, 'row', 'rows')}`] : []),
    ...waiting.slice(0, mostNamed).map((row) => `  ${row}`),
    ...(waiting.length > mostNamed ? [`  and ${waiting.length - mostNamed} more`] : []),
  ];
}

function describeResult({ broken, unchecked, batches, entries }: AuditLogReport): string {
  const scope = `${counted(entries, 'entry', 'entries')} in ${counted(batches, 'batch', 'batches')}`;
  const faults = `The audit log is NOT whole: ${counted(broken.length, 'fault', 'faults')} in ${scope}.`;
  if (unchecked.length === 0) return broken.length === 0 ? `The audit log is whole: ${scope}.` : faults;
  const missed = `${counted(unchecked.length, 'batch', 'batches')} of ${batches} could not be checked.`;
  if (broken.length > 0) return `${faults} ${missed}`;
  return `The audit log is NOT checked completely: ${missed} No fault was found in the rest.`;
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

interface Checking {
  batch: AuditLogBatch;
  before: { batch: number; mac: string } | null;
  found: readonly EntryAndRow[];
}

type BatchReport = Pick<AuditLogReport, 'broken' | 'unchecked' | 'erased'>;

/** The faults of one batch, one sentence each, and its number of erased entries. */
async function checkBatch(vault: Vault, { batch, before, found }: Checking): Promise<BatchReport> {
  const broken = positionsWithout(batch, found);
  const expected = (before?.batch ?? 0) + 1;
  if (batch.batch > expected) broken.unshift(missingBatches(expected, batch.batch - 1));
  try {
    const entries = await Promise.all(found.map((one) => checkEntry(vault, batch.keyVersion, one)));
    broken.push(...entries.flatMap((one) => one.broken));
    const whole = broken.length === 0 ? await macOfBatch(vault, batch, chained(before, found)) : batch.mac;
    if (whole !== batch.mac) broken.push(`Batch ${batch.batch} was changed by hand, or what comes before it.`);
    return { broken, unchecked: [], erased: entries.filter((one) => one.isErased).length };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { broken, unchecked: [`Batch ${batch.batch} cannot be checked: ${reason}`], erased: 0 };
  }
}

const chained = (before: Checking['before'], found: readonly EntryAndRow[]) => ({
  before: before?.mac ?? '',
  entries: found.map(({ entry }) => entry.mac),
});

const missingBatches = (first: number, last: number): string =>
  first === last ? `Batch ${first} was removed.` : `Batches ${first} to ${last} were removed.`;

function positionsWithout({ batch, entries }: AuditLogBatch, found: readonly EntryAndRow[]): string[] {
  const present = new Set(found.map(({ entry }) => entry.position));
  const positions = Array.from({ length: entries }, (_, index) => index + 1);
  return positions
    .filter((position) => !present.has(position))
    .map((position) => `Entry ${position} of batch ${batch} was removed.`);
}

async function checkEntry(vault: Vault, version: number, { entry, row }: EntryAndRow) {
  const name = `${entry.activityId} (${entry.action}, ${entry.at.toISOString()})`;
  if ((await macOfEntry(vault, version, entry)) !== entry.mac) {
    const place = `entry ${entry.position} of batch ${entry.batch}`;
    return { broken: [`Row ${name}: ${place} was changed, moved or added by hand.`], isErased: false };
  }
  if (!row) return { broken: [`Row ${name} was removed by hand.`], isErased: false };
  const { changed, isErased } = await compare(vault, version, { entry, row });
  return { broken: changed.length === 0 ? [] : [`Row ${name} was changed by hand: ${changed.join(', ')}.`], isErased };
}

const facts = ['merchantId', 'actorId', 'actorKind', 'action', 'traceId'] as const;

type Present = EntryAndRow & { row: Recorded };

/** The fields of a row that differ from its entry; erased details do not count. */
async function compare(vault: Vault, version: number, { entry, row }: Present) {
  const digest = createDigests(vault, version);
  const details = [
    ['actor', row.actor, entry.actorDigest],
    ['detail', row.detail, entry.detailDigest],
    ['ip', row.ip, entry.ipDigest],
    ['userAgent', row.userAgent, entry.userAgentDigest],
    ...(entry.subjectDigest === null ? [] : [['subject', row.subject, entry.subjectDigest] as const]),
  ] as const;
  const changed: string[] = facts.filter((field) => row[field] !== entry[field]);
  if (row.at.getTime() !== entry.at.getTime()) changed.push('at');
  if (entry.subjectDigest === null && row.subject !== entry.subject) changed.push('subject');
  let isErased = false;
  for (const [field, text, held] of details) {
    const isGone = held !== null && (text === null || text === erasedText);
    if (isGone) isErased ||= (await digest(field, text)) !== held;
    else if ((await digest(field, text)) !== held) changed.push(field);
  }
  return { changed, isErased };
}
