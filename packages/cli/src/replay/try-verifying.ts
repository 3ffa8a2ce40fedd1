import type { Message } from '#core/calling.ts';
import { forge, type Forgery, forgeries, isFromOld } from './forge.ts';
import { watch } from './state.ts';
import { deliver, EndedError, isRefused, isTaken, sayAnswer, type Sending } from './tried.ts';

/** Wrong webhooks have to be refused with 4xx, and to have no effect. */
export async function tryVerifying(sending: Sending, event: Message): Promise<void> {
  const { state, findings } = sending;
  const look = await watch(state);
  for (const forgery of forgeries) {
    const { request, answer } = await sendForged(sending, event, forgery);
    const states = await look();
    if (!isRefused(answer) || !states) continue;
    findings.complain('verifies', {
      sentence: `It ${sayAnswer(answer)} to a webhook with ${words[forgery]}, and did its work all the same.`,
      advice: 'Verify first, and do the work afterwards.',
      request,
      answer,
      states,
    });
  }
  findings.tried('verifies', `It refused ${forgeries.length} kinds of wrong webhooks.`);
}

export async function sendForged(sending: Sending, event: Message, forgery: Forgery) {
  const { source, send, findings, now } = sending;
  const signed = await source.sign(event, isFromOld(forgery) ? 'OLD' : 'FIRST');
  const request = forge(signed, forgery, now());
  const answer = await send(request);
  if (!isRefused(answer))
    findings.complain('verifies', {
      sentence: `It ${sayAnswer(answer)} to a webhook with ${words[forgery]}.`,
      advice: isTaken(answer) ? advice[forgery] : 'Refuse it with 401: other answers look like a fault of your server.',
      request,
      answer,
    });
  if (answer.kind === 'not reached') throw new EndedError('Your server is no longer reached.');
  return { request, answer };
}

const words: Record<Forgery, string> = {
  'bad signature': 'a bad signature',
  'no signature': 'no signature',
  'changed body': 'a body that was changed after it was signed',
  'old timestamp': 'a signature of an hour ago',
  'changed timestamp': 'a signature of an hour ago and the time of now',
};

const anybody = 'Anyone could claim that an order is paid.';
const advice: Record<Forgery, string> = {
  'bad signature': `${anybody} Verify x-signature and answer 401 when it is wrong.`,
  'no signature': `${anybody} Answer 401 when x-signature is missing, also for test events.`,
  'changed body': `${anybody} Verify the signature of the bytes that arrived, each time.`,
  'old timestamp':
    'Anyone who has seen it could send it again. Answer 401 when x-signature-timestamp is more than five minutes off.',
  'changed timestamp':
    'Anyone who has seen it could send it again. Verify x-signature, which covers the timestamp, and not Authorization, which does not.',
};

/** Sends correct events until one is accepted. Ends the run when none is answered, so that a silent server is not asked for hours. */
export async function sayHello(sending: Sending, events: readonly Message[]): Promise<void> {
  let isAnswered = false;
  for (const event of events.slice(0, 3)) {
    isAnswered = (await deliver(sending, event)).kind === 'answered' || isAnswered;
    if (sending.taken.size > 0) return;
  }
  if (!isAnswered) throw new EndedError('Your server does not answer.');
}
