import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Services } from '#core/services.ts';
import {
  createDigests,
  isAddress,
  macOfBatch,
  macOfEntry,
  type Recorded,
  recordedColumns,
  type AuditLogBatch,
  type AuditLogEntry,
} from './audit-log-entry.ts';
import { createPauses } from '#queue/keep-running.ts';
import { otherAddresses } from '#http/recording/record-answers.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

/** Largest batch; computing the digests of so many entries is short. */
const mostEntries = 200;

type Linking = Pick<Services, 'database' | 'clock' | 'vault' | 'log'>;
type Waiting = Recorded & { seq: number };

/**
 * Appends recorded entries to the hash chain, batch after batch, and logs each new head; returns the number of entries.
 * Writers never wait for it: an entry that commits late goes into a later batch. Any number of instances can run it;
 * only one wins each batch.
 */
export async function linkAuditLog(services: Linking): Promise<number> {
  for (let linked = 0; ;) {
    // Read the head first: if no batch was added since, no other instance has taken the waiting entries.
    const head = await readHead(services.database);
    const waiting = await readWaiting(services.database);
    const made = waiting.length === 0 ? null : await makeBatch(services, head, waiting);
    if (!made || !(await write(services.database, made, waiting))) return linked;
    const { batch, entries, keyVersion, mac } = made.batch;
    services.log.info('trail head', { batch, entries, keyVersion, mac });
    linked += entries;
    if (entries < mostEntries) return linked;
  }
}

type Head = Pick<AuditLogBatch, 'batch' | 'mac'>;

async function readHead({ query }: Queries): Promise<Head> {
  const [head] = await query<Head>('SELECT batch, mac FROM trail_batches ORDER BY batch DESC LIMIT 1');
  return head ?? { batch: 0, mac: '' };
}

/** In insertion order. A row that was removed by hand in the meantime keeps waiting, and `verify-audit-log` reports it. */
function readWaiting({ query }: Queries): Promise<Waiting[]> {
  return query<Waiting>(
    sql`SELECT w.seq, ${recordedColumns} FROM trail_waiting AS w
     JOIN activity AS a ON a.merchant_id = w.merchant_id AND a.activity_id = w.activity_id
     ORDER BY w.seq LIMIT ${mostEntries}`,
  );
}

interface Made {
  batch: AuditLogBatch;
  entries: AuditLogEntry[];
}

async function makeBatch({ clock, vault }: Linking, head: Head, waiting: readonly Waiting[]): Promise<Made> {
  const number = head.batch + 1;
  const digest = createDigests(vault, vault.newest);
  const entries = await Promise.all(
    waiting.map(async (recorded, index): Promise<AuditLogEntry> => {
      const { merchantId, activityId, at, actorId, actorKind, action, traceId, subject } = recorded;
      const place = { batch: number, position: index + 1 };
      const entry = {
        ...place,
        merchantId,
        activityId,
        at,
        actorId,
        actorKind,
        action,
        traceId,
        subject: isAddress(subject) ? null : subject,
        actorDigest: (await digest('actor', recorded.actor)) ?? '',
        subjectDigest: await digest('subject', isAddress(subject) ? subject : null),
        detailDigest: await digest('detail', recorded.detail),
        ipDigest: await digest('ip', recorded.ip),
        userAgentDigest: await digest('userAgent', recorded.userAgent),
      };
      return { ...entry, mac: await macOfEntry(vault, vault.newest, entry) };
    }),
  );
  const batch = { batch: number, at: clock.now(), entries: entries.length, keyVersion: vault.newest };
  const macs = entries.map(({ mac }) => mac);
  return {
    batch: { ...batch, mac: await macOfBatch(vault, batch, { before: head.mac, entries: macs }) },
    entries,
  };
}

/** Returns false when another instance made the batch of this number first and took the waiting entries. */
function write(
  database: Services['database'],
  { batch, entries }: Made,
  waiting: readonly Waiting[],
): Promise<boolean> {
  return database.transaction(async ({ query }) => {
    const { batch: number, at, keyVersion, mac } = batch;
    const added = await query(
      sql`INSERT INTO trail_batches (batch, at, entries, key_version, mac)
        VALUES (${number}, ${at}, ${entries.length}, ${keyVersion}, ${mac})
       ON CONFLICT DO NOTHING RETURNING batch`,
    );
    if (added.length === 0) return false;
    await query(
      sql`INSERT INTO trail_entries (batch, position, merchant_id, activity_id, at, actor_id, actor_kind, action, trace_id,
        subject, actor_digest, subject_digest, detail_digest, ip_digest, user_agent_digest, mac)
       SELECT batch, position, "merchantId", "activityId", at, "actorId", "actorKind", action, "traceId", subject,
         "actorDigest", "subjectDigest", "detailDigest", "ipDigest", "userAgentDigest", mac
       FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e (batch bigint, position integer, "merchantId" uuid,
       "activityId" uuid, at timestamptz,
         "actorId" uuid, "actorKind" text, action text, "traceId" text, subject text, "actorDigest" text,
         "subjectDigest" text,
         "detailDigest" text, "ipDigest" text, "userAgentDigest" text, mac text)`,
    );
    await query(sql`DELETE FROM trail_waiting WHERE seq = ANY(${waiting.map(({ seq }) => seq)}::bigint[])`);
    return true;
  });
}

/** Extends the chain every `pause` milliseconds until it is stopped; stopping links the remaining entries. */
export function keepLinking(services: Services, pause: number): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let isStopping = false;
  const pauses = createPauses(services, pause, 'linking of the audit log');
  const link = async () => {
    // A short database outage must not end the loop.
    const wait = await linkAll(services).then(pauses.afterSuccess, pauses.afterFailure);
    if (!isStopping) schedule(wait);
  };
  const schedule = (wait: number) => {
    timer = setTimeout(() => (round = link()), wait);
  };
  schedule(pause);
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await round;
      await linkAll(services).catch((error: unknown) => pauses.afterFailure(error));
    },
  };
}

async function linkAll(services: Services): Promise<void> {
  await fileUnknownSignIns(services);
  await linkAuditLog(services);
}

/** Turns the counted sign-in attempts for unknown accounts into one entry per address and past minute. */
export async function fileUnknownSignIns(services: Pick<Services, 'database' | 'clock' | 'random'>): Promise<void> {
  const now = services.clock.now().getTime();
  const current = new Date(now - (now % 60_000));
  await services.database.transaction(async (queries) => {
    const counted = await queries.query<{ minute: Date; address: string; failures: number }>(
      sql`DELETE FROM unknown_sign_ins WHERE minute < ${current} RETURNING minute, address, failures`,
    );
    for (const { minute, address, failures } of counted) {
      const isOne = address !== otherAddresses;
      const caller = { kind: 'unknown', userAccountId: null, email: 'unknown' } as const;
      const request = { address: isOne ? address : null, traceId: null, header: () => null };
      const tries = failures === 1 ? '1 try' : `${failures} tries`;
      await recordActivity(
        queries,
        { caller, services, request },
        {
          merchantId: null,
          action: 'UNKNOWN_SIGN_INS',
          subject: 'sign-in',
          detail: `${tries} from ${minute.toISOString().slice(0, 16)} UTC${isOne ? '' : ', from further addresses'}`,
        },
      );
    }
  });
}
