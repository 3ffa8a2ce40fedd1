import { isForged } from '@volume/contract/webhooks/labels.ts';
import { replayRules, type ReplayVerdict } from '@volume/contract/webhooks/replays.ts';

/** A request of a replay and its response. */
export interface Judged {
  deliveryId: string;
  eventId: string;
  form: string;
  isSent: boolean;
  /** Null without a response. */
  status: number | null;
  requestBody: string;
  responseBody: string | null;
}

const mostExamples = 2;

/** Judges which rules of a good receiver the responses keep. They do not show what an event did. */
export function judgeReplay(all: readonly Judged[]): ReplayVerdict[] {
  const sent = all.filter(({ isSent }) => isSent);
  const taken = new Set(sent.filter((each) => !isForged(each.form) && isTaken(each)).map(({ eventId }) => eventId));
  // A server that accepts nothing refuses forged events for other reasons, and shows nothing about order or duplicates.
  const ifAnyTaken = (wanted: readonly Judged[]) => (taken.size > 0 ? wanted : []);
  const tried: Record<(typeof replayRules)[number], readonly Judged[]> = {
    ANSWERS: sent.filter(({ form }) => form === 'FIRST'),
    VERIFIES: ifAnyTaken(sent.filter(({ form }) => isForged(form))),
    IDEMPOTENT: sent.filter(({ form, eventId }) => form === 'AGAIN' && taken.has(eventId)),
    ORDER_PROOF: ifAnyTaken(sent.filter(({ form }) => form === 'LATE')),
  };
  return replayRules.map((rule) => {
    const broken = tried[rule].filter((each) => !(rule === 'VERIFIES' ? isRefused(each) : isTaken(each)));
    return {
      rule,
      result: tried[rule].length === 0 ? 'NOT_CHECKED' : broken.length > 0 ? 'BROKEN' : 'KEPT',
      tried: tried[rule].length,
      broken: broken.length,
      examples: broken
        .slice(0, mostExamples)
        .map(({ deliveryId, requestBody, responseBody }) => ({ deliveryId, requestBody, responseBody })),
    };
  });
}

type Answer = Pick<Judged, 'status'>;
const isTaken = ({ status }: Answer): boolean => status !== null && status >= 200 && status < 300;
const isRefused = ({ status }: Answer): boolean => status !== null && status >= 400 && status < 500;
