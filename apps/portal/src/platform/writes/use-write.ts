import type { StepUpAnswer } from '@volume/contract/session/session.ts';
import { useEffect, useRef, useState } from 'react';
import { ProviderApiError } from '#platform/errors.ts';
import { storedToken } from '#platform/session/session.ts';
import { isFinalRefusal, describeRefusal, type RefusalMessage } from './refusal-message.ts';

/** Options for `call` on a write that moves money or affects a sign-in. */
export interface WriteExtras {
  idempotencyKey: string;
  stepUp: string | undefined;
}

export interface Write<Body> {
  isBusy: boolean;
  /** True while the write waits for a step-up. */
  isAskingForProof: boolean;
  /** Why the last write was refused, or the last proof during a step-up. */
  refusal: RefusalMessage | undefined;
  /** Sends the write; ignored while one is pending. */
  run: (body: Body) => void;
  /** Sends the requested proof, then the write again. */
  prove: (proof: Proof) => void;
  /** The number of successful writes. */
  done: number;
  /** Clears the refusal and leaves the step-up; the form keeps what was typed. */
  reset: () => void;
}

/**
 * Sends writes, one at a time, with a step-up if required. Each body has one idempotency key, kept while the outcome is
 * unknown (contract §1, §8). Not optimistic: `onDone` runs with the response.
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
    refusal: error === undefined ? undefined : describeRefusal(error),
    run: (body) => void once(() => submit(body)),
    prove: (proof) => void once(() => prove(proof)),
    reset: () => {
      setIsAskingForProof(false);
      setError(undefined);
    },
  };
}

/** Runs an effect once after each successful write, when its result is rendered. */
export function useAfter({ done }: { done: number }, act: () => void): void {
  useEffect(() => {
    if (done > 0) act();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each
  }, [done]);
}

/**
 * Sends each body with its own idempotency key, and with a step-up token only once the server has asked for one: a
 * provider that never asks need not know that header.
 */
function useAttempts<Body, Answer>(send: (body: Body, extras: WriteExtras) => Promise<Answer>) {
  const attempt = useRef<{ body: Body; text: string; key: string }>(undefined);
  const isAsked = useRef(false);
  const sendProved = async (body: Body): Promise<Answer> => {
    // JSON.stringify(undefined) returns undefined.
    const text = JSON.stringify(body ?? null);
    const current = attempt.current?.text === text ? attempt.current : { body, text, key: crypto.randomUUID() };
    attempt.current = current;
    const idempotencyKey = current.key;
    const stepUp = isAsked.current ? currentStepUpToken() : undefined;
    try {
      return await send(body, { idempotencyKey, stepUp });
    } catch (refused) {
      isAsked.current ||= isStepUpRequired(refused);
      const token = currentStepUpToken();
      if (!isStepUpRequired(refused) || token === undefined || stepUp !== undefined) throw refused;
      return send(body, { idempotencyKey, stepUp: token });
    }
  };
  return { lastAttempt: () => attempt.current, forget: () => (attempt.current = undefined), sendProved };
}

/** Runs one sequence of steps at a time, and keeps the last error and the number of successes. */
function useOnce() {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState(0);
  // A ref, because a second press can come before the next render.
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

/**
 * Confirms the user's identity with a code, a passkey or the password (contract §8); rejects if the proof was not
 * accepted.
 */
export type Proof = () => Promise<StepUpAnswer>;

let lastStepUp: { bearer: string; token: string; expiresAt: number } | undefined;

/** The step-up token of this session, valid for five minutes; undefined when there is none. */
export function currentStepUpToken(): string | undefined {
  const isValid = lastStepUp?.bearer === storedToken() && Date.now() < lastStepUp.expiresAt;
  return isValid ? lastStepUp?.token : undefined;
}

/** Performs a step-up and keeps its token for the writes of the next five minutes. */
async function proveIdentity(proof: Proof): Promise<void> {
  const bearer = storedToken();
  const { stepUpToken, expiresAtUtc } = await proof();
  lastStepUp = { bearer, token: stepUpToken, expiresAt: Date.parse(`${expiresAtUtc.replace(/Z$/, '')}Z`) };
}

/** True for the refusal that asks for a step-up (contract §8). */
export const isStepUpRequired = (error: unknown): boolean =>
  error instanceof ProviderApiError && error.statusName === 'STEP_UP_REQUIRED';
