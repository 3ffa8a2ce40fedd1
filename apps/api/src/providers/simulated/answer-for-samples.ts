import type { AppSettings, WebhookReply, WebhookSender } from '#core/services.ts';

/** `.example` is reserved (RFC 2606): the sample merchants have their servers there. */
const isSample = /^https:\/\/[^/]+\.example(:\d+)?\//i;

/**
 * In local use, answers for the servers of the sample merchants: most accept a webhook, some only on a later attempt, a
 * few never. All other addresses are really called.
 */
export function answerForSamples(sender: WebhookSender, { isLocal }: Pick<AppSettings, 'isLocal'>): WebhookSender {
  if (!isLocal) return sender;
  const refused = new Set<string>();
  const answer = (body: string): WebhookReply => {
    const challenge = challengeIn(body);
    if (challenge !== undefined) return { status: 200, body: challenge, retryAfter: null };
    const number = spread(body);
    const isRefused = number % 101 === 0 || (number % 20 === 0 && !refused.delete(body));
    if (isRefused) refused.add(body);
    const taken = { status: 200, body: 'OK', retryAfter: null };
    return isRefused ? { status: 503, body: 'upstream connect error', retryAfter: null } : taken;
  };
  return { send: async (request) => (isSample.test(request.url) ? answer(request.body) : sender.send(request)) };
}

/** The code of a challenge, which confirms the address of an endpoint. */
const challengeIn = (body: string): string | undefined =>
  /^\{"type":"endpoint\.challenge","challenge":"([0-9a-f]+)"\}$/.exec(body)?.[1];

function spread(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
