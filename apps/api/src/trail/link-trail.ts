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
  type TrailBatch,
  type TrailEntry,
} from './trail-entry.ts';
import { createPauses } from '#queue/keep-running.ts';
import { otherAddresses } from '#http/recording/record-answers.ts';
import { recordActivity } from '#core/activity/record-activity.ts';

/** Entries of one batch at most: computing them holds nothing up for long. */
const mostEntries = 200;

type Linking = Pick<Services, 'database' | 'clock' | 'vault' | 'log'>;
type Waiting = Recorded & { seq: number };

/**
 * Takes what is recorded and waits into the chain, batch after batch, and logs each new head; answers how many entries. Whoever
 * writes waits for none of it: what commits late is taken by a later batch. Any number of instances may run it, one of them is first.
 */
export async function linkTrail(services: Linking): Promise<number> {
  for (let linked = 0; ;) {
    // The head first: when nobody has made the next batch since, nobody has taken what waits.
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

type Head = Pick<TrailBatch, 'batch' | 'mac'>;

async function readHead({ query }: Queries): Promise<Head> {
  const [head] = await query<Head>('SELECT batch, mac FROM trail_batches ORDER BY batch DESC LIMIT 1');
  return head ?? { batch: 0, mac: '' };
}

/** In the order of insertion; what was removed by hand meanwhile goes on waiting, for `verify-trail` to name. */
function readWaiting({ query }: Queries): Promise<Waiting[]> {
  return query<Waiting>(
    sql`SELECT w.seq, ${recordedColumns} FROM trail_waiting AS w
     JOIN activity AS a ON a.merchant_id = w.merchant_id AND a.activity_id = w.activity_id
     ORDER BY w.seq LIMIT ${mostEntries}`,
  );
}

interface Made {
  batch: TrailBatch;
  entries: TrailEntry[];
}

async function makeBatch({ clock, vault }: Linking, head: Head, waiting: readonly Waiting[]): Promise<Made> {
  const number = head.batch + 1;
  const digest = createDigests(vault, vault.newest);
  const entries = await Promise.all(
    waiting.map(async (recorded, index): Promise<TrailEntry> => {
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

/** False when another instance made the batch of this number first: it took what was waiting. */
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

/** Links the trail every `pause` milliseconds until it is stopped; stopping links what is left. */
export function keepLinking(services: Services, pause: number): { stop: () => Promise<void> } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round: Promise<void> = Promise.resolve();
  let isStopping = false;
  const pauses = createPauses(services, pause, 'linking of the trail');
  const link = async () => {
    // A database that is away for a moment must not end the rounds.
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
  await linkTrail(services);
}

/** Of every minute that is over, one row for each address that tried accounts there are not, with how often. */
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
