import type { Parts, Position, Reconciliation, View } from '#features/reconciliation/reconciliation.ts';
import type { useDecisions } from '#features/reconciliation/use-decisions.ts';

export interface ResultProps {
  of: Reconciliation;
  parts: Parts;
  view: View;
  page: number;
  onPage: (page: number) => void;
  working: ReturnType<typeof useDecisions>;
  position: Position;
}

export const rowsOfPage = 50;
