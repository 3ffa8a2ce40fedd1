import type { FailedJob, FailedKind } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { jobKinds } from '@volume/contract/failed-jobs/job-kind-names.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatCount } from '#design/text/format-text.ts';

export type JobKindName = (typeof jobKinds)[number];

export const stateLabels: Readonly<Record<FailedJob['state'], { label: string; tone: Tone }>> = {
  DEAD: { label: 'Needs a decision', tone: 'bad' },
  RETRYING: { label: 'Retrying', tone: 'held' },
};

/** A dead job that an administrator has put back, until it has run. */
export const putBack = { label: 'Retried, not run yet', tone: 'move' } as const;

export const kindLabels: Readonly<Record<string, string>> = Object.fromEntries(
  jobKinds.map((kind) => [kind, jobKindOf(kind).label]),
);

export const isKnownKind = (kind: string): kind is JobKindName => Object.hasOwn(kindLabels, kind);

export const countText = (count: number): string => (count === 1 ? '1 job' : `${formatCount(count)} jobs`);

/** `4 need a decision, 12 are retried`. */
export function kindCounts({ dead, retrying }: Pick<FailedKind, 'dead' | 'retrying'>): string {
  const parts = [
    dead > 0 && `${formatCount(dead)} ${dead === 1 ? 'needs' : 'need'} a decision`,
    retrying > 0 && `${formatCount(retrying)} ${retrying === 1 ? 'is' : 'are'} retried`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function sumOf(kinds: readonly FailedKind[]): Pick<FailedKind, 'dead' | 'retrying'> {
  const sum = (of: 'dead' | 'retrying') => kinds.reduce((total, kind) => total + kind[of], 0);
  return { dead: sum('dead'), retrying: sum('retrying') };
}

/** Why a job cannot be retried now; undefined when it can. */
export function retryDisabledReason({ failures, isRunning }: FailedJob): string | undefined {
  if (isRunning) return 'It is running at the moment';
  return failures === 0 ? 'It was retried, and has not run yet' : undefined;
}

/** Why a job cannot be discarded; undefined when it can. */
export function discardDisabledReason({ kind, state }: FailedJob): string | undefined {
  if (jobKindOf(kind).discarded === null) return 'Jobs of this kind cannot be discarded';
  return state === 'RETRYING' ? 'It is still being retried' : undefined;
}
