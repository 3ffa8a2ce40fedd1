import type { StepUpAnswer } from '@volume/contract/session.ts';
import { useEffect, useRef, useState } from 'react';
import { ProviderApiError } from '#platform/errors.ts';
import { storedToken } from '#platform/session/session.ts';
import { isFinalRefusal, refusalWords, type RefusalWords } from './refusal-words.ts';

/** What a write that moves money or touches a sign-in is sent with, to be spread into `call`. */
interface WriteExtras {
  idempotencyKey: string;
  stepUp: string | undefined;
}

export interface Write<Body> {
  isBusy: boolean;
  /** True while the write waits for a proof of who it is. */
  isAskingForProof: boolean;
  /** Why the last write, or the last proof while one is asked for, was refused. */
  refusal: RefusalWords | undefined;
  /** Sends the write; presses while one is under way do nothing. */
  run: (body: Body) => void;
  /** Gives the proof asked for and goes on with the write. */
  prove: (proof: Proof) => void;
  /** How many have gone through. */
  done: number;
  /** Back to what was typed, without a refusal. */
  reset: () => void;
}

/**
 * A write, one at a time: one idempotency key per body, kept while its outcome is unknown, with the question for
 * step-up in between (contract §1, §8). Never optimistic: `onDone` runs with the answer.
 */
export function useWrite<Body, Answer>(
  send: (body: Body, extras: WriteExtras) => Promise<Answer>,
  onDone: (answer: Answer, body: Body) => void,
): Write<Body> {
  const { isBusy, error, setError, done, setDone, once } = useOnce();
  const [isAskingForProof, setIsAskingForProof] = useState(false);
  const { lastAttempt, forget, sendProved } = useAttempts(send);

  const submit = async (body: Body) => {
    try {
      const answer = await sendProved(body);
      forget();
      setIsAskingForProof(false);
      setDone((before) => before + 1);
      onDone(answer, body);
    } catch (refused) {
      const isAsking = isStepUpRequired(refused);
      setIsAskingForProof(isAsking);
      if (isAsking) return;
      if (isFinalRefusal(refused)) forget();
      setError(refused);
    }
  };
  const prove = async (proof: Proof) => {
    await proveIdentity(proof);
    const last = lastAttempt();
    if (last) await submit(last.body);
  };
  return {
    isBusy,
    isAskingForProof,
    done,
    refusal: error === undefined ? undefined : refusalWords(error),
    run: (body) => void once(() => submit(body)),
    prove: (proof) => void once(() => prove(proof)),
    reset: () => {
      setIsAskingForProof(false);
      setError(undefined);
    },
  };
}

/** Does something once after each write that went through, when what it left is on the screen. */
export function useAfter({ done }: { done: number }, act: () => void): void {
  useEffect(() => {
    if (done > 0) act();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each
  }, [done]);
}

/**
 * Sends a body under its one key, and without a proof until the call was asked for one: a provider that never asks need not
 * know that header.
 */
function useAttempts<Body, Answer>(send: (body: Body, extras: WriteExtras) => Promise<Answer>) {
  const attempt = useRef<{ body: Body; text: string; key: string }>(undefined);
  const isAsked = useRef(false);
  const sendProved = async (body: Body): Promise<Answer> => {
    // Without a body there is no text either.
    const text = JSON.stringify(body ?? null);
    const current = attempt.current?.text === text ? attempt.current : { body, text, key: crypto.randomUUID() };
    attempt.current = current;
    const idempotencyKey = current.key;
    const stepUp = isAsked.current ? heldStepUp() : undefined;
    try {
      return await send(body, { idempotencyKey, stepUp });
    } catch (refused) {
      isAsked.current ||= isStepUpRequired(refused);
      const held = heldStepUp();
      if (!isStepUpRequired(refused) || held === undefined || stepUp !== undefined) throw refused;
      return send(body, { idempotencyKey, stepUp: held });
    }
  };
  return { lastAttempt: () => attempt.current, forget: () => (attempt.current = undefined), sendProved };
}

/** Steps of which one run is under way at most, what went wrong in the last, and how many went well. */
function useOnce() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState(0);
  // Read within one press, before any drawing.
  const isRunning = useRef(false);
  const once = async (steps: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setError(undefined);
    await steps().catch(setError);
    isRunning.current = false;
    setIsBusy(false);
  };
  return { isBusy, error, setError, done, setDone, once };
}

/** Proves once more that it is them, by a code, a passkey or the password (contract §8); rejects with why it was not taken. */
export type Proof = () => Promise<StepUpAnswer>;

let held: { bearer: string; token: string; overAt: number } | undefined;

/** The proof given for this session in the last five minutes, undefined when there is none. */
export function heldStepUp(): string | undefined {
  const isGood = held?.bearer === storedToken() && Date.now() < held.overAt;
  return isGood ? held?.token : undefined;
}

/** Proves who it is; the writes of the next five minutes that are asked for it carry the proof. */
async function proveIdentity(proof: Proof): Promise<void> {
  const bearer = storedToken();
  const { stepUpToken, expiresAtUtc } = await proof();
  held = { bearer, token: stepUpToken, overAt: Date.parse(`${expiresAtUtc.replace(/Z$/, '')}Z`) };
}

/** True for the refusal that asks for such a proof (contract §8). */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'STEP_UP_REQUIRED';
