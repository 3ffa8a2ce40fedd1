import type { Vault } from '#core/secrets/vault.ts';
import {
  createDigests,
  type EntryAndRow,
  erased as erasedText,
  macOfBatch,
  macOfEntry,
  type Recorded,
  type TrailBatch,
} from './trail-entry.ts';

interface Checking {
  batch: TrailBatch;
  before: { batch: number; mac: string } | null;
  found: readonly EntryAndRow[];
}

/** What of one batch is not as it was linked, one sentence each, and how many entries have details erased. */
export async function checkBatch(
  vault: Vault,
  { batch, before, found }: Checking,
): Promise<{ broken: string[]; erased: number }> {
  const broken: string[] = [];
  const expected = (before?.batch ?? 0) + 1;
  if (batch.batch > expected) broken.push(missingBatches(expected, batch.batch - 1));
  try {
    const entries = await Promise.all(found.map((one) => checkEntry(vault, batch.keyVersion, one)));
    const missing = positionsWithout(batch, found);
    broken.push(...entries.flatMap((one) => one.broken), ...missing);
    const whole = broken.length === 0 ? await macOfBatch(vault, batch, chained(before, found)) : batch.mac;
    if (whole !== batch.mac) broken.push(`Batch ${batch.batch} was changed by hand, or what comes before it.`);
    return { broken, erased: entries.filter((one) => one.isErased).length };
  } catch (error) {
    // A version of the key that is not given any more.
    const reason = error instanceof Error ? error.message : String(error);
    return { broken: [...broken, `Batch ${batch.batch} cannot be checked: ${reason}`], erased: 0 };
  }
}

const chained = (before: Checking['before'], found: readonly EntryAndRow[]) => ({
  before: before?.mac ?? '',
  entries: found.map(({ entry }) => entry.mac),
});

const missingBatches = (first: number, last: number): string =>
  first === last ? `Batch ${first} was removed.` : `Batches ${first} to ${last} were removed.`;

function positionsWithout({ batch, entries }: TrailBatch, found: readonly EntryAndRow[]): string[] {
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

/** Which fields of a row are not what its entry says. What was erased is no change. */
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
