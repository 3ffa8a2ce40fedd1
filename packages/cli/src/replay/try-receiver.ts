import { createFindings, type Verdict } from './findings.ts';
import { makePlan } from './events.ts';
import { EndedError, type Sending } from './tried.ts';
import { tryCatchingUp, tryLive, tryOrder, tryTwice, tryUnknown } from './try-courses.ts';
import { sayHello, tryVerifying } from './try-verifying.ts';

interface Tried {
  verdicts: Verdict[];
  /** Why the run ended before every rule was tried. */
  ended: string | null;
}

/** Tries every rule of a good receiver with these events, and says which ones it breaks. */
export async function tryReceiver(given: Omit<Sending, 'findings' | 'taken'>): Promise<Tried> {
  const findings = createFindings();
  const sending: Sending = { ...given, findings, taken: new Map() };
  try {
    await tryAll(sending);
    return { verdicts: findings.verdicts(), ended: null };
  } catch (error) {
    if (!(error instanceof EndedError)) throw error;
    return { verdicts: findings.verdicts(), ended: `${error.message} The rest was not tried.` };
  }
}

async function tryAll(sending: Sending): Promise<void> {
  const { source, chance, state, findings, taken } = sending;
  const { backwards, live, missed } = makePlan(source.events, chance.pick);
  // If the state changes by itself, the run ends before anything is sent.
  await state?.read();
  const newest = backwards.flatMap(({ events }) => events.slice(-1));
  const hello = live.length > 0 ? live : newest;
  await sayHello(sending, hello);
  // Preferably with an event that the server does not know yet.
  const fresh = [...live, ...missed, ...backwards.flatMap(({ events }) => events)].find(({ id }) => !taken.has(id));
  const forged = fresh ?? hello[0];
  if (!forged) return;
  if (taken.size > 0) await tryVerifying(sending, forged);
  else findings.skipped('verifies', 'It took no event that was signed correctly, so refusing others says nothing.');
  await tryLive(sending, live);
  await tryOrder(sending, backwards);
  await tryUnknown(sending, forged);
  await tryTwice(sending);
  await tryCatchingUp(sending, missed);
}
