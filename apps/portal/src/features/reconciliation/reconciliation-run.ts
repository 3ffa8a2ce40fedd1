import { describeRefusal } from '#platform/writes/refusal-message.ts';
import { AccountBooks } from './account-books.ts';
import { optionsFor } from './account-options.ts';
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
import type { AccountPhase, Phase } from './reconciliation-phase.ts';
import type { RunContext } from './run-context.ts';
import type { RestoredWork } from './kept/keep-work.ts';
import { type AccountChoice, printOf, type Reconciliation } from './reconciliation.ts';
import { currencyOf, type StatementAccount } from './worker/load-books.ts';
import { type ReconciliationWorker, startWorker } from './worker/start-worker.ts';
import type { StatementSummary } from './worker/worker-messages.ts';

interface Listeners {
  onPhase: (phase: Phase) => void;
  onMatched: (matched: Reconciliation) => void;
  /** The stored work can no longer be read. */
  onUnusable: () => void;
}

export interface RunOptions {
  /** Lets the user choose the columns of a CSV, even if everything is clear. */
  mustAskColumns?: boolean;
  /** Lets the user choose another account. */
  current?: AccountChoice | undefined;
  /** Matches again as before the reload. */
  restored?: RestoredWork | undefined;
}

/** Processes one file: reads it, finds its account and matches it. Sends no notification after it was stopped. */
export class ReconciliationRun {
  readonly #context: RunContext;
  readonly #listeners: Listeners;
  readonly #file: File;
  readonly #options: RunOptions;
  readonly #worker: ReconciliationWorker;
  readonly #stop = new AbortController();
  readonly #books: AccountBooks;
  #print = '';
  #summaries: StatementSummary[] = [];
  #asked: { table: CsvTable; guess: ColumnMap } | undefined;
  #choice: CsvChoice | undefined;
  /** The statement whose account is asked for, until it is matched. */
  #proposing: number | undefined;

  constructor(context: RunContext, file: File, options: RunOptions, listeners: Listeners) {
    this.#context = context;
    this.#file = file;
    this.#options = options;
    this.#listeners = listeners;
    this.#choice = options.restored?.choice;
    this.#books = new AccountBooks(context, this.#stop.signal);
    this.#worker = startWorker();
  }

  /** Reads the file as it is, or by the user's choice. */
  async read(given = this.#choice, mustAsk = this.#options.mustAskColumns): Promise<void> {
    const choice = mustAsk ? undefined : given;
    const { name: fileName, size } = this.#file;
    // The accounts are still being compared: their result must not replace the next question.
    this.#proposing = undefined;
    this.#say({ kind: 'reading', fileName });
    try {
      refuseLarge(size);
      const bytes = await this.#file.arrayBuffer();
      this.#print = await printOf(bytes);
      const { merchantId } = this.#context.scope;
      const choices = readChoices(merchantId);
      const reply = await this.#worker.ask({ kind: 'read', bytes, choice, choices, mustAsk });
      if (reply.kind === 'read') {
        performance.measure('reconciliation: read', { start: performance.now() - reply.readMs });
        this.#summaries = reply.summaries;
        this.#choice = choice;
        if (choice && this.#asked) rememberChoice(merchantId, this.#asked.table, choice);
        await this.#chooseAccount();
      } else if (this.#options.restored && !mustAsk) {
        this.#end();
      } else if (reply.kind === 'columns') {
        const { table, guess, message } = reply;
        const chosen = choices[shapeOf(table.header)];
        this.#asked = { table, guess };
        this.#say({ kind: 'columns', fileName, table, guess, chosen, message: mustAsk ? undefined : message });
      } else if (reply.kind === 'unreadable' && choice && this.#asked) {
        // The choices remain, so that they can be corrected.
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
    const { current, restored } = this.#options;
    if (restored) return this.#matchAgain(restored);
    const [only, ...others] = this.#summaries;
    const isClear = only && others.length === 0 && only.account !== undefined && only.proof.kind !== 'breaks';
    if (current || !isClear) return this.#ask(false);
    const own = findOwnAccount(this.#context.accounts, only);
    const of: StatementAccount = own
      ? { kind: 'pay-in', account: own }
      : { kind: 'bank', currency: only.currency ?? '' };
    await this.match({ statement: 0, of, destination: only.account });
  }

  async #matchAgain({ print, account: { statement, destination, key } }: RestoredWork): Promise<void> {
    const summary = this.#summaries[statement];
    if (!summary || this.#printOf(summary) !== print) return this.#end();
    const option = optionsFor(this.#context.accounts, undefined).find(({ value }) => value === key);
    // The account is no longer there: which one is it then?
    if (!option) return this.#ask(false);
    await this.match({ statement, destination, of: option.of });
  }

  #ask(isForeign: boolean, exact?: AccountPhase['exact']): void {
    const { current } = this.#options;
    const fileName = this.#file.name;
    this.#say({ kind: 'account', fileName, summaries: this.#summaries, isForeign, current, exact });
  }

  /** Proposes the account with the most exact matches. */
  async propose(statement: number, isForeign: boolean): Promise<void> {
    const summary = this.#summaries[statement];
    if (!summary) return;
    this.#proposing = statement;
    const isOver = (): boolean => this.#proposing !== statement || this.#stop.signal.aborted;
    const byAccount = await this.#books.countExact(this.#worker, { statement, summary, isOver });
    if (byAccount) this.#ask(isForeign, { statement, byAccount });
  }

  async match(account: AccountChoice): Promise<void> {
    const { name: fileName } = this.#file;
    const { statement, of, destination } = account;
    const summary = this.#summaries[statement];
    if (!summary) return;
    this.#proposing = undefined;
    const currency = currencyOf(of);
    const { signal } = this.#stop;
    this.#say({ kind: 'loading', fileName });
    try {
      const books = { ...(await this.#books.load(statement, summary, of)), destination };
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
      const found = { lines, entries, matches, matchMs, file: this.#file, choice: this.#choice, account };
      if (!signal.aborted) this.#listeners.onMatched({ ...found, print, summary, currency });
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

  /** Starts again without an error, because the user cannot do anything about stored work that is unreadable. */
  #end(): void {
    if (this.#stop.signal.aborted) return;
    this.#say({ kind: 'idle' });
    this.#listeners.onUnusable();
    this.stop();
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
  `This statement is of account ${account}, which isn’t one of ${companyName}’s accounts, and no payout went to it in this period. Choose a statement of your own account, or choose its account here.`;
