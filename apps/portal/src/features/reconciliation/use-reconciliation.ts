import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { reconciliationKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { accountKey } from './account-options.ts';
import { forgetKept, keepWork, readKept, type RestoredWork } from './kept/keep-work.ts';
import type { CsvChoice } from './reading/statement.ts';
import { type AccountChoice, firstPosition, noDecisions, type Reconciliation, type Work } from './reconciliation.ts';
import type { Phase } from './reconciliation-phase.ts';
import { type RunOptions, ReconciliationRun } from './reconciliation-run.ts';
import type { RunContext } from './run-context.ts';

/** The work of the session in this tab: in memory, and kept for a reload. */
export function useWork(scope: Scope) {
  const queryClient = useQueryClient();
  const queryKey = reconciliationKeys.of(scope);
  // Query subscriptions report changes too late for fields and checkboxes, so this renders immediately with the cached data.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const read = (): Work | undefined => queryClient.getQueryData<Work | null>(queryKey) ?? undefined;
  useQuery<Work | null>({
    queryKey,
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  const update = (toNext: (before: Work | undefined) => Work | undefined): void => {
    const before = read();
    const next = toNext(before);
    if (!next || next === before) return;
    queryClient.setQueryData(queryKey, next);
    redraw();
    keepWork(scope, next);
  };
  return {
    work: read(),
    update,
    forget: () => {
      queryClient.setQueryData(queryKey, null);
      redraw();
      forgetKept(scope);
    },
  };
}

/** Looks once for work from before a reload. True when there is nothing more to wait for. */
function useKept(scope: Scope, mayLook: boolean, onFound: (kept: RestoredWork) => void): boolean {
  const [hasLooked, setHasLooked] = useState(false);
  const look = useEffectEvent((kept: RestoredWork | undefined) => {
    setHasLooked(true);
    if (kept) onFound(kept);
  });
  const mustLook = mayLook && !hasLooked;
  useEffect(() => {
    if (!mustLook) return undefined;
    let isGone = false;
    void readKept(scope).then((kept) => {
      if (!isGone) look(kept);
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another scope is another page
  }, [mustLook]);
  return hasLooked;
}

/** Matches one file at a time; leaving the page stops it. After a reload it matches the stored file again. */
export function useReconciliation(context: RunContext & { isReady: boolean }) {
  const { scope, isReady } = context;
  const { work, update, forget } = useWork(scope);
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const [restored, setRestored] = useState<RestoredWork>();
  const run = useRef<ReconciliationRun>(undefined);
  useEffect(() => () => run.current?.stop(), []);
  const begin = (file: File, options: RunOptions = {}) => {
    run.current?.stop();
    setRestored(options.restored);
    run.current = new ReconciliationRun(context, file, options, {
      onPhase: setPhase,
      onMatched: (matched) => update((before) => workFor(matched, before, options.restored)),
      onUnusable: forget,
    });
    void run.current.read();
  };
  const restore = (kept: RestoredWork) => begin(new File([kept.bytes], kept.fileName), { restored: kept });
  const hasLooked = useKept(scope, isReady && work === undefined, restore);
  return {
    work,
    update,
    forget,
    phase,
    isAsked: hasLooked && (phase.kind === 'idle' || phase.kind === 'failed'),
    read: (file: File) => begin(file),
    /** Reads a file again by columns that the user chooses. */
    chooseColumns: (file: File) => begin(file, { mustAskColumns: true }),
    changeAccount: ({ file, account }: Reconciliation) => begin(file, { current: account }),
    askColumns: () => void run.current?.read(undefined, true),
    readBy: (choice: CsvChoice) => void run.current?.read(choice, false),
    preview: async (choice: CsvChoice) => run.current?.preview(choice),
    propose: (statement: number, isForeign: boolean) => void run.current?.propose(statement, isForeign),
    match: (choice: AccountChoice) => void run.current?.match(choice),
    /** Tries again to restore; undefined for a file that the user chose. */
    retry: restored && (() => restore(restored)),
    cancel: () => {
      run.current?.stop();
      setPhase({ kind: 'idle' });
    },
  };
}

/** The user's decisions remain with the same file; for another account only the notes do. */
function workFor(of: Reconciliation, before: Work | undefined, restored: RestoredWork | undefined): Work {
  const known = restored ?? (before && { ...before, ...before.of, account: { key: accountKey(before.of.account.of) } });
  if (known?.print !== of.print) return { of, decisions: noDecisions, position: firstPosition };
  const { decisions, position, account } = known;
  if (account.key === accountKey(of.account.of))
    return { of, decisions, position, restoredFrom: restored?.savedAt ?? before?.restoredFrom };
  return { of, decisions: { ...noDecisions, notes: decisions.notes }, position: firstPosition };
}
