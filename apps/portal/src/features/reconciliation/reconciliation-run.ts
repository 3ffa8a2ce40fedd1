import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { Scope } from '#platform/scope.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { findOwnAccount } from './own-account.ts';
import { refuseLarge } from './reading/read-statement.ts';
import { readChoices, rememberChoice } from './column-choices.ts';
import {
  type BankLine,
  type ColumnMap,
  type CsvChoice,
  type CsvTable,
  shapeOf,
  UnreadableStatement,
} from './reading/statement.ts';
import { printOf, type Reconciliation } from './reconciliation.ts';
import { currencyOf, loadBooks, type StatementAccount } from './worker/load-books.ts';
import { type ReconciliationWorker, startWorker } from './worker/start-worker.ts';
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
      /** What the user chose before for files with these columns. */
      chosen: CsvChoice | undefined;
      /** Why the user has to choose; undefined when the user wants to. */
      message: string | undefined;
    }
  | { kind: 'account'; fileName: string; summaries: StatementSummary[]; isForeign: boolean }
  | { kind: 'loading'; fileName: string }
  | { kind: 'matching'; fileName: string; done: number }
  | {
      kind: 'failed';
      fileName: string;
      message: string;
      /** Asks which account the statement is of, where that can help. */
      onChoose?: (() => void) | undefined;
    };

/** Which statement of the file is matched, and with which account. */
export interface AccountChoice {
  /** Its index in the file. */
  statement: number;
  of: StatementAccount;
  /** The account that must have received the payouts; undefined for any. */
  destination: string | undefined;
}

export interface RunContext {
  scope: Scope;
  merchantIdInCalls: string | undefined;
  accounts: readonly PayInAccount[];
  /** Shown in the message for another merchant's account. */
  companyName: string;
}

interface Listeners {
  onPhase: (phase: Phase) => void;
  onMatched: (matched: Reconciliation) => void;
}

/** Processes one file: reads it, finds its account and matches it. Notifies nothing after it was stopped. */
export class ReconciliationRun {
  readonly #context: RunContext;
  readonly #listeners: Listeners;
  readonly #file: File;
  readonly #worker: ReconciliationWorker;
  readonly #stop = new AbortController();
  #print = '';
  #summaries: StatementSummary[] = [];
  #asked: { table: CsvTable; guess: ColumnMap } | undefined;

  constructor(context: RunContext, file: File, listeners: Listeners) {
    this.#context = context;
    this.#file = file;
    this.#listeners = listeners;
    this.#worker = startWorker();
  }

  /** `choice` is the user's own; `mustAsk` lets the user choose even if everything is clear. */
  async read({ choice, mustAsk }: { choice?: CsvChoice | undefined; mustAsk?: boolean } = {}): Promise<void> {
    const { name: fileName, size } = this.#file;
    this.#say({ kind: 'reading', fileName });
    try {
      refuseLarge(size);
      const bytes = await this.#file.arrayBuffer();
      this.#print = await printOf(bytes);
      const { merchantId } = this.#context.scope;
      const choices = readChoices(merchantId);
      const reply = await this.#worker.ask({ kind: 'read', bytes, choice, choices, mustAsk });
      if (reply.kind === 'columns') {
        const { table, guess, message } = reply;
        const chosen = choices[shapeOf(table.header)];
        this.#asked = { table, guess };
        this.#say({ kind: 'columns', fileName, table, guess, chosen, message: mustAsk ? undefined : message });
      } else if (reply.kind === 'read') {
        performance.measure('reconciliation: read', { start: performance.now() - reply.readMs });
        this.#summaries = reply.summaries;
        if (choice && this.#asked) rememberChoice(merchantId, this.#asked.table, choice);
        await this.#chooseAccount();
      } else if (reply.kind === 'unreadable' && choice && this.#asked) {
        // What was chosen stays, so that it can be corrected.
        this.#say({ kind: 'columns', fileName, ...this.#asked, chosen: choice, message: reply.message });
      } else this.#fail(reply.kind === 'unreadable' ? reply.message : notRead);
    } catch (error) {
      this.#fail(error instanceof UnreadableStatement ? error.message : notRead);
    }
  }

  /** The first lines by a choice, or why it does not fit; undefined when the run has ended. */
  async preview(choice: CsvChoice): Promise<BankLine[] | string | undefined> {
    if (this.#stop.signal.aborted) return undefined;
    // Browsers refuse to read a file that was changed since it was chosen.
    const bytes = await this.#file.arrayBuffer().catch(() => undefined);
    if (!bytes) return notRead;
    const reply = await this.#worker.ask({ kind: 'preview', bytes, choice });
    if (reply.kind === 'preview') return reply.lines;
    return 'message' in reply && reply.kind !== 'failed' ? reply.message : notRead;
  }

  /** Asks when the file does not decide it, or when its balances contradict its lines. */
  async #chooseAccount(): Promise<void> {
    const [only, ...others] = this.#summaries;
    if (!only || others.length > 0 || only.account === undefined || only.proof.kind === 'breaks')
      return this.#ask(false);
    const own = findOwnAccount(this.#context.accounts, only);
    const of: StatementAccount = own
      ? { kind: 'pay-in', account: own }
      : { kind: 'bank', currency: only.currency ?? '' };
    await this.match({ statement: 0, of, destination: only.account });
  }

  #ask(isForeign: boolean): void {
    this.#say({ kind: 'account', fileName: this.#file.name, summaries: this.#summaries, isForeign });
  }

  async match({ statement, of, destination }: AccountChoice): Promise<void> {
    const { name: fileName } = this.#file;
    const summary = this.#summaries[statement];
    if (!summary) return;
    const currency = currencyOf(of);
    const { signal } = this.#stop;
    this.#say({ kind: 'loading', fileName });
    try {
      const books = await loadBooks({ ...this.#context, summary, of, destination, signal });
      this.#say({ kind: 'matching', fileName, done: 0 });
      const begun = performance.now();
      const reply = await this.#worker.ask({ kind: 'match', statement, books, currency }, (done) =>
        this.#say({ kind: 'matching', fileName, done }),
      );
      if (reply.kind === 'foreign') {
        const message = otherAccountMessage(summary, this.#context.companyName);
        return this.#say({ kind: 'failed', fileName, message, onChoose: () => this.#ask(true) });
      }
      if (reply.kind !== 'matched') return this.#fail('The statement could not be compared. Try again.');
      performance.measure('reconciliation: match', { start: begun });
      const { lines, entries, matches, matchMs } = reply;
      const print = this.#printOf(summary);
      const matched = { lines, entries, matches, matchMs, file: this.#file, print, summary, currency };
      if (!signal.aborted) this.#listeners.onMatched(matched);
      this.#say({ kind: 'idle' });
      this.stop();
    } catch (error) {
      this.#fail(`Your payments could not be loaded: ${describeRefusal(error).message}`);
    }
  }

  /** Keeps the decisions for several accounts of one file apart. */
  #printOf({ account = '', currency = '' }: StatementSummary): string {
    return this.#summaries.length > 1 ? `${this.#print} ${account} ${currency}` : this.#print;
  }

  stop(): void {
    this.#stop.abort();
    this.#worker.stop();
  }

  #say(phase: Phase): void {
    if (!this.#stop.signal.aborted) this.#listeners.onPhase(phase);
  }

  #fail(message: string): void {
    this.#say({ kind: 'failed', fileName: this.#file.name, message });
    this.stop();
  }
}

const notRead = 'This file could not be read. Download the statement again from your bank.';

const otherAccountMessage = ({ account = '' }: StatementSummary, companyName: string): string =>
  `This statement is of account ${account}, which is not one of ${companyName}’s pay-in accounts, and no payout went to it in these days. Choose a statement of your own account, or choose its account here.`;
