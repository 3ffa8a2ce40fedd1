import { setTimeout as pass } from 'node:timers/promises';
import { FailedError } from '#core/failures.ts';
import type { Complaint } from './findings.ts';
import type { LocalTarget } from './local-target.ts';
import { send } from './send.ts';

/** The server's state as --check-url reports it, with the fields in a fixed order. */
export interface State {
  /** Waits until two consecutive responses are the same, for servers that do the work after their response. */
  read: () => Promise<string>;
}

/** Describes the changes since the last look; undefined when there are none, or without --check-url. */
export async function watch(state: State | null): Promise<() => Promise<Complaint['states']>> {
  let last = await state?.read();
  return async () => {
    const before = last;
    last = await state?.read();
    return before === undefined || last === undefined || before === last ? undefined : { before, after: last };
  };
}

const mostReads = 40;

export function createState(target: LocalTarget, settle: number): State {
  const once = async () => {
    const answer = await send(
      target,
      { method: 'GET', headers: [{ name: 'accept', value: 'application/json' }], body: '' },
      10_000,
    );
    if (answer.kind !== 'answered')
      throw new FailedError(`--check-url does not answer at ${target.url.href}: ${answer.reason}.`);
    if (answer.status !== 200)
      throw new FailedError(`--check-url answered ${answer.status}. It has to answer 200 with JSON.`);
    try {
      return JSON.stringify(inOrder(JSON.parse(answer.body)));
    } catch {
      throw new FailedError('--check-url did not answer JSON.');
    }
  };
  return {
    read: async () => {
      let last = await once();
      for (let reads = 1; reads < mostReads; reads += 1) {
        await pass(settle);
        const next = await once();
        if (next === last) return next;
        last = next;
      }
      throw new FailedError(
        'The answer of --check-url changes while nothing is sent: leave times and counters of calls out of it.',
      );
    },
  };
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, inOrder(inner)]),
  );
}
