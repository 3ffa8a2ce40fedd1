import { JobReason } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { jobKinds } from '@volume/contract/failed-jobs/job-kind-names.ts';
import { jobKindOf } from '@volume/contract/failed-jobs/job-kinds.ts';
import * as z from 'zod/mini';
import { byItself } from '#core/activity/record-activity.ts';
import { retryKind } from '#failed-jobs/change-failed-jobs.ts';
import { countKinds } from '#failed-jobs/list-failed-jobs.ts';
import { runCommand, say, withServices } from './run-command.ts';

const call = 'npm run admin -- failed-jobs';
const command = {
  call,
  help: `${call} [--retry KIND --reason TEXT]

Lists the failed jobs of each kind. With --retry, the dead jobs of a kind run again. Single jobs are retried and discarded in the portal, under
Failed jobs.

  --retry KIND   the kind, such as PAYOUT_TOLD
  --reason TEXT  why, recorded in the activity; at most 200 characters`,
  options: { retry: { type: 'string' }, reason: { type: 'string' } },
} as const;

await runCommand(command, ({ retry: kind, reason }) => {
  const read = z.safeParse(JobReason, reason);
  if (kind !== undefined && !jobKinds.some((known) => known === kind))
    throw new Error(`--retry takes one of ${jobKinds.join(', ')}. Nothing was changed.`);
  if ((kind === undefined) !== (reason === undefined) || (reason !== undefined && !read.success))
    throw new Error('--retry needs a --reason of at most 200 characters. Nothing was changed.');
  return withServices(async (services) => {
    if (kind !== undefined && read.success) {
      let retried = 0;
      for (let more = true; more;) {
        const done = await retryKind(services, { kind, reason: read.data }, byItself(services, call));
        retried += done.retried;
        more = done.retried > 0 && done.left > 0;
      }
      say(`${retried.toLocaleString('en-GB')} dead jobs of the kind ${kind} will run again.`);
    }
    const kinds = await countKinds(services.database);
    if (kinds.length === 0) say('No job has failed.');
    for (const { kind: name, dead, retrying, lastFailedAtUtc } of kinds) {
      say(
        `${name} (${jobKindOf(name).label}): ${dead} dead, ${retrying} retried; last failed ${lastFailedAtUtc ?? 'at an unknown time'}`,
      );
    }
  });
});
