import { useState } from 'react';
import { readTab, tabKeys, writeTab } from '#platform/session/session.ts';
import type { Decision, Decisions } from './reconciliation.ts';

interface Stored extends Decisions {
  print: string;
}

const none: Decisions = { decided: {}, notes: {} };

function readStored(print: string): Decisions {
  const stored = readTab<Stored>(tabKeys.decisions);
  return stored?.print === print ? stored : none;
}

/** The decisions for one file, in the tab's storage: they survive a reload and end with the session. */
export function useDecisions(print: string) {
  const [state, setState] = useState(() => ({ now: readStored(print), before: [] as Decisions[] }));
  const put = (now: Decisions, before: Decisions[]) => {
    setState({ now, before });
    writeTab(tabKeys.decisions, { print, ...now } satisfies Stored);
  };
  const { now, before } = state;
  return {
    decisions: now,
    decide: (keys: readonly string[], decision: Decision) => {
      const decided = { ...now.decided, ...Object.fromEntries(keys.map((key) => [key, decision])) };
      put({ ...now, decided }, [...before, now]);
    },
    pair: (key: string, entryId: string) =>
      put({ ...now, paired: { ...now.paired, [key]: entryId } }, [...before, now]),
    note: (key: string, text: string) => put({ ...now, notes: { ...now.notes, [key]: text } }, before),
    undo:
      before.length === 0
        ? undefined
        : () => put({ ...(before.at(-1) ?? none), notes: now.notes }, before.slice(0, -1)),
  };
}
