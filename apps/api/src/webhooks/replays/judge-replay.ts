import { isForged } from '@volume/contract/webhooks/labels.ts';
import { replayRules, type ReplayVerdict } from '@volume/contract/webhooks/replays.ts';

/** A request of a replay, and what was answered. */
export interface Judged {
  deliveryId: string;
  eventId: string;
  form: string;
  isSent: boolean;
  /** Null without an answer. */
  status: number | null;
  requestBody: string;
  responseBody: string | null;
}

const mostExamples = 2;

/** Which rules of a good receiver the answers keep. What an event did, they do not show. */
export function judgeReplay(all: readonly Judged[]): ReplayVerdict[] {
  const sent = all.filter(({ isSent }) => isSent);
  const taken = new Set(sent.filter((each) => !isForged(each.form) && isTaken(each)).map(({ eventId }) => eventId));
  // A server that takes nothing refuses others for another reason, and has neither an order nor a memory.
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
