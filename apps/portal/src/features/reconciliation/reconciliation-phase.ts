import type { ColumnMap, CsvChoice, CsvTable } from './reading/statement.ts';
import type { AccountChoice } from './reconciliation.ts';
import type { StatementSummary } from './worker/worker-messages.ts';

/** The progress of a file. An earlier result stays until the next one is ready. */
export type Phase =
  | { kind: 'idle' }
  | { kind: 'reading'; fileName: string }
  | {
      kind: 'columns';
      fileName: string;
      table: CsvTable;
      guess: ColumnMap;
      /** The user's earlier choices for files with these columns. */
      chosen: CsvChoice | undefined;
      /** Why the user has to choose; undefined when the user asked for it. */
      message: string | undefined;
    }
  | {
      kind: 'account';
      fileName: string;
      summaries: StatementSummary[];
      /** The file names an account that does not belong to the merchant. */
      isForeign: boolean;
      /** The account of the result, which the user wants to change. */
      current: AccountChoice | undefined;
      /** How many lines of which statement match exactly with each account, by its key. */
      exact: { statement: number; byAccount: ReadonlyMap<string, number> } | undefined;
    }
  | { kind: 'loading'; fileName: string }
  | { kind: 'matching'; fileName: string; done: number }
  | {
      kind: 'failed';
      fileName: string;
      message: string;
      /** Asks to which account the statement belongs, when that can help. */
      onChoose?: (() => void) | undefined;
    };

export type AccountPhase = Extract<Phase, { kind: 'account' }>;
