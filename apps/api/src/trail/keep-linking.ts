import type { Services } from '#core/services.ts';
import { createPauses } from '#queue/pause-between.ts';
import { otherAddresses } from '#http/recording/count-unknown-sign-in.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { sql } from '#database/sql.ts';
import { linkTrail } from './link-trail.ts';

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
