import { useState } from 'react';
import type { BookEntry } from './matching/books.ts';
import type { BankLine } from './reading/statement.ts';
import { decide, type Decision, type Decisions, pair, type Position, type Work } from './reconciliation.ts';

type Update = (toNext: (before: Work | undefined) => Work | undefined) => void;

/** The user's actions on a result. A decision can be undone until the page is left. */
export function useDecisions({ of, decisions }: Work, update: Update) {
  const [before, setBefore] = useState<readonly Decisions[]>([]);
  const change = (toNext: (now: Decisions) => Decisions) =>
    update((work) => work && { ...work, decisions: toNext(work.decisions) });
  const put = (next: Decisions) => {
    setBefore([...before, decisions]);
    change(() => next);
  };
  const last = before.at(-1);
  return {
    decisions,
    decide: (keys: readonly string[], decision: Decision) => put(decide(decisions, keys, decision)),
    pair: (line: BankLine, entry: BookEntry) => put(pair(decisions, of, line, entry)),
    note: (key: string, text: string) => change((now) => ({ ...now, notes: { ...now.notes, [key]: text } })),
    move: (position: Partial<Position>) => update((work) => work && moved(work, position)),
    undo:
      last &&
      (() => {
        setBefore(before.slice(0, -1));
        change(({ notes }) => ({ ...last, notes }));
      }),
  };
}

function moved(work: Work, position: Partial<Position>): Work {
  const next = { ...work.position, ...position };
  return JSON.stringify(next) === JSON.stringify(work.position) ? work : { ...work, position: next };
}
