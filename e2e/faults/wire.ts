import type { Page } from '@playwright/test';
import { catchCalls, type CaughtCall } from './catch-calls.ts';
import type { Fault } from './faults.ts';
import { isScreenCall, linesOf } from './answer-parts.ts';
import { nameOf, ownAnswers } from './own-answers.ts';
import { everything } from './stage.ts';

/** Controls all calls between the portal and the provider in one case. */
export interface Wire {
  /** Calls since the case began, by name. */
  calls: string[];
  /** True while a response is pending. */
  isBusy: () => boolean;
  /** Starts a case with this fault for these calls. `isOurs` when the deployment has our own calls. */
  begin: (
    fault: Fault | undefined,
    isFailing: (name: string) => boolean,
    isOurs: boolean,
    /** Responses of this case by name, which have priority. */
    answers?: Record<string, unknown>,
  ) => void;
  /** Ends all faults; calls that were held are never answered. */
  mend: () => void;
}

const alwaysAnswered = new Set(['GET accounts/reset-tokens/{}', 'GET accounts/two-factor/{}']);

/** Intercepts every call of this page. */
export async function interceptCalls(page: Page, apiBase: string): Promise<Wire> {
  let fault: Fault | undefined;
  let isFailing = (_name: string): boolean => false;
  let isOurs = false;
  let caseAnswers: Record<string, unknown> = {};
  let underWay = 0;
  const attempts = new Map<string, number>();
  const wire: Wire = {
    calls: [],
    isBusy: () => underWay > 0,
    begin: (next, isFailingNow, ours, answers = {}) => {
      fault = next;
      caseAnswers = answers;
      isFailing = isFailingNow;
      isOurs = ours;
      wire.calls = [];
      attempts.clear();
    },
    mend: () => (fault = undefined),
  };
  const ownAnswer = (name: string): unknown =>
    caseAnswers[name] ?? (isOurs || alwaysAnswered.has(name) ? ownAnswers[name] : undefined);
  const normalBody = async (call: CaughtCall, name: string): Promise<string> => {
    if (isScreenCall(name)) return linesOf(call, everything, answerOrFail);
    const own = ownAnswer(name);
    return own === undefined ? call.ask() : JSON.stringify(own);
  };
  const answer = async (call: CaughtCall, name: string): Promise<void> => {
    if (isScreenCall(name)) return call.answer(200, await normalBody(call, name));
    const own = ownAnswer(name);
    await (own === undefined ? call.release() : call.answer(200, JSON.stringify(own)));
  };
  const answerOrFail = async (call: CaughtCall, name: string): Promise<void> => {
    const key = `${name} ${call.url}`;
    const attempt = attempts.get(key) ?? 0;
    attempts.set(key, attempt + 1);
    const isFaulty = fault && isFailing(name);
    return isFaulty ? fault?.apply(call, () => normalBody(call, name), attempt) : answer(call, name);
  };
  await catchCalls(page, apiBase, async (call) => {
    const name = nameOf(call.method, decodeURI(new URL(call.url).pathname).replace(/^\/sandbox\/api\//, ''));
    wire.calls.push(name);
    underWay += 1;
    // The calls of a page end when it is left.
    await answerOrFail(call, name).catch(() => undefined);
    underWay -= 1;
  });
  return wire;
}
