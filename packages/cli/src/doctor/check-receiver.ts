import type { Calling, Message, OwnKey } from '#core/calling.ts';
import { forward } from '#webhooks/forward.ts';
import type { Result } from './check-key.ts';

const good = 'correct signature';
const bad = 'wrong signature';

/** Sends a correctly signed test event and a wrongly signed one to a server, which has to tell them apart. */
export async function checkReceiver(client: Calling, own: OwnKey, target: URL): Promise<Result[]> {
  const path = { merchantId: own.merchantId, applicationId: own.applicationId };
  const read = () => client.getSampleMessage({ path, query: { kind: 'PAYMENT' } });
  const first = await forward(target, await read());
  if (first.kind === 'not reached')
    return [
      {
        check: 'your server',
        result: 'failed',
        sentence: `It is not reached at ${target.href}: ${first.reason}. Start it first.`,
      },
    ];
  // A different event, so that it is neither refused nor accepted because of the earlier one.
  const second = await forward(target, forge(await read()));
  return [judgeGood(first), second.kind === 'not reached' ? noAnswer(bad, second.reason) : judgeBad(second)];
}

type Reached = Exclude<Awaited<ReturnType<typeof forward>>, { kind: 'not reached' }>;

function judgeGood(outcome: Reached): Result {
  if (outcome.kind === 'unsure') return noAnswer(good, outcome.reason);
  const { status, took } = outcome;
  if (status === 200) return { check: good, result: 'ok', sentence: `Your server took it with 200 in ${took} ms.` };
  if (status > 200 && status < 300)
    return {
      check: good,
      result: 'warning',
      sentence: `Your server answered ${status}: answer 200, because only that counts as taken.`,
    };
  const why =
    status === 401 || status === 403 || status === 400
      ? 'check that it verifies the raw body, before it is parsed as JSON, for this application and environment'
      : 'it has to answer 200 to a PUT with JSON';
  return { check: good, result: 'failed', sentence: `Your server refused it with ${status}: ${why}.` };
}

function judgeBad(outcome: Reached): Result {
  if (outcome.kind === 'unsure') return noAnswer(bad, outcome.reason);
  const { status } = outcome;
  if (status >= 400 && status < 500)
    return { check: bad, result: 'ok', sentence: `Your server refused it with ${status}.` };
  if (status >= 200 && status < 300)
    return {
      check: bad,
      result: 'failed',
      sentence: `Your server took it with ${status}, so anyone can claim that an order is paid: verify the signature first, and answer 401.`,
    };
  return {
    check: bad,
    result: 'failed',
    sentence: `Your server answered ${status}: refuse a wrong signature with 401.`,
  };
}

const noAnswer = (check: string, reason: string): Result => ({
  check,
  result: 'failed',
  sentence: `Your server did not answer (${reason}): answer within 10 seconds, and do the work afterwards.`,
});

const signed = new Set(['authorization', 'x-signature', 'webhook-signature']);

/** The same message with signatures that look right and are not. */
function forge(message: Message): Message {
  const headers = message.headers.map(({ name, value }) => ({ name, value: signed.has(name) ? spoil(value) : value }));
  return { ...message, headers };
}

/** Exchanges the first letters of each signature. */
const spoil = (value: string): string =>
  value.replaceAll(
    /(^|[ ,])([\w+/])([\w+/]{40,})/g,
    (_, before: string, letter: string, rest: string) => `${before}${letter === 'A' ? 'B' : 'A'}${rest}`,
  );
