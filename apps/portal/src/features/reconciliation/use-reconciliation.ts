import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reconciliationKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';
import type { CsvChoice } from './reading/statement.ts';
import type { Reconciliation } from './reconciliation.ts';
import { type AccountChoice, type Phase, type RunContext, ReconciliationRun } from './reconciliation-run.ts';

/** The last result, kept for the session in this tab. */
export function useMatched(scope: Scope): Reconciliation | undefined {
  const { data } = useQuery<Reconciliation | null>({
    queryKey: reconciliationKeys.of(scope),
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
  const begin = (file: File, mustAsk = false) => {
    run.current?.stop();
    run.current = new ReconciliationRun(context, file, {
      onPhase: setPhase,
      onMatched: (matched) => queryClient.setQueryData(reconciliationKeys.of(scope), matched),
    });
    void run.current.read({ mustAsk });
  };
  return {
    phase,
    read: (file: File) => begin(file),
    /** Reads a file again by columns that the user chooses. */
    chooseColumns: (file: File) => begin(file, true),
    askColumns: () => void run.current?.read({ mustAsk: true }),
    readBy: (choice: CsvChoice) => void run.current?.read({ choice }),
    preview: async (choice: CsvChoice) => run.current?.preview(choice),
    match: (choice: AccountChoice) => void run.current?.match(choice),
    cancel: () => {
      run.current?.stop();
      setPhase({ kind: 'idle' });
    },
    finish: () => queryClient.setQueryData(reconciliationKeys.of(scope), null),
  };
}
