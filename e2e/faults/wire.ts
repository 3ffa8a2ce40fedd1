import type { Page } from '@playwright/test';
import { catchCalls, type CaughtCall } from './catch-calls.ts';
import type { Fault } from './faults.ts';
import { nameOf, ownAnswers } from './own-answers.ts';

/** What stands between the portal and the provider in one case. */
export interface Wire {
  /** Calls asked for since the case began, by name. */
  asked: string[];
  /** True while an answer is on its way. */
  isBusy: () => boolean;
  /** Begins a case: this fault for these calls. `isOurs` where the deployment has our own calls. */
  begin: (
    fault: Fault | undefined,
    isStruck: (name: string) => boolean,
    isOurs: boolean,
    /** Answered in this case, by name, before anybody is asked. */
    answers?: Record<string, unknown>,
  ) => void;
  /** Everything is answered soundly again; what was held never comes. */
  mend: () => void;
}

const apart = new Set(['GET accounts/reset-tokens/{}', 'GET accounts/two-factor/{}']);

/** Puts itself in front of every call of this page. */
export async function interceptCalls(page: Page, apiBase: string): Promise<Wire> {
  let fault: Fault | undefined;
  let isStruck = (_name: string): boolean => false;
  let isOurs = false;
  let given: Record<string, unknown> = {};
  let underWay = 0;
  const turns = new Map<string, number>();
  const wire: Wire = {
    asked: [],
    isBusy: () => underWay > 0,
    begin: (next, struck, ours, answers = {}) => {
      fault = next;
      given = answers;
      isStruck = struck;
      isOurs = ours;
      wire.asked = [];
      turns.clear();
    },
    mend: () => (fault = undefined),
  };
  const ownAnswer = (name: string): unknown =>
    given[name] ?? (isOurs || apart.has(name) ? ownAnswers[name] : undefined);
  const soundBody = async (call: CaughtCall, name: string): Promise<string> => {
    const own = ownAnswer(name);
    return own === undefined ? call.ask() : JSON.stringify(own);
  };
  const answer = async (call: CaughtCall, name: string): Promise<void> => {
    const own = ownAnswer(name);
    await (own === undefined ? call.release() : call.answer(200, JSON.stringify(own)));
  };
  await catchCalls(page, apiBase, async (call) => {
    const name = nameOf(call.method, decodeURI(new URL(call.url).pathname).replace(/^\/sandbox\/api\//, ''));
    wire.asked.push(name);
    const key = `${name} ${call.url}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    underWay += 1;
    // A page that is left takes its calls with it.
    const sent = fault && isStruck(name) ? fault.strike(call, () => soundBody(call, name), turn) : answer(call, name);
    await sent.catch(() => undefined);
    underWay -= 1;
  });
  return wire;
}
