import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Scope } from '#platform/scope.ts';
import type { ColumnMap } from './reading/statement.ts';
import type { Reconciliation } from './reconciliation.ts';
import { type AccountChoice, type Phase, type RunContext, ReconciliationRun } from './reconciliation-run.ts';

const resultKey = (scope: Scope) => ['reconciliation', scope];

/** The last result, kept for the session in this tab. */
export function useMatched(scope: Scope): Reconciliation | undefined {
  const { data } = useQuery<Reconciliation | null>({
    queryKey: resultKey(scope),
    queryFn: () => null,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  });
  return data ?? undefined;
}

/** Matches one file at a time; leaving the page stops it. */
export function useReconciliation(context: RunContext) {
  const { scope } = context;
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<Phase>({ kind: 'idle' });
  const run = useRef<ReconciliationRun>(undefined);
  useEffect(() => () => run.current?.stop(), []);
  const begin = (file: File) => {
    run.current?.stop();
    run.current = new ReconciliationRun(context, file, {
      onPhase: setPhase,
      onMatched: (matched) => queryClient.setQueryData(resultKey(scope), matched),
    });
    void run.current.read();
  };
  return {
    phase,
    read: begin,
    readBy: (columns: ColumnMap) => void run.current?.read(columns),
    match: (choice: AccountChoice) => void run.current?.match(choice),
    cancel: () => {
      run.current?.stop();
      setPhase({ kind: 'idle' });
    },
    finish: () => queryClient.setQueryData(resultKey(scope), null),
  };
}
