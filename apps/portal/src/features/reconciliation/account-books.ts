import { accountKey, optionsFor } from './account-options.ts';
import { currencyOf, loadBooks, type StatementAccount } from './worker/load-books.ts';
import type { ReconciliationWorker } from './worker/start-worker.ts';
import type { BookTexts, StatementSummary } from './worker/worker-messages.ts';
import type { RunContext } from './run-context.ts';

/** Accounts that are tried with a statement; each takes one export or two. */
const mostTried = 8;

/** What should be at the bank for each account, loaded once for each statement of a file. */
export class AccountBooks {
  readonly #context: RunContext;
  readonly #signal: AbortSignal;
  readonly #loaded = new Map<string, Promise<BookTexts>>();

  constructor(context: RunContext, signal: AbortSignal) {
    this.#context = context;
    this.#signal = signal;
  }

  /** @throws the errors of opening an export */
  load(statement: number, summary: StatementSummary, of: StatementAccount): Promise<BookTexts> {
    const key = `${statement} ${accountKey(of)}`;
    const books = this.#loaded.get(key) ?? loadBooks({ ...this.#context, summary, of, signal: this.#signal });
    this.#loaded.set(key, books);
    books.catch(() => this.#loaded.delete(key));
    return books;
  }

  /**
   * How many lines of a statement match exactly with each account that it can be of, by the account's key. An account
   * that cannot be loaded is left out, because this only helps to choose. Undefined when `isOver`.
   */
  async countExact(
    worker: ReconciliationWorker,
    { statement, summary, isOver }: { statement: number; summary: StatementSummary; isOver: () => boolean },
  ): Promise<ReadonlyMap<string, number> | undefined> {
    const exact = new Map<string, number>();
    for (const { of, value } of optionsFor(this.#context.accounts, summary.currency).slice(0, mostTried)) {
      const books = await this.load(statement, summary, of).catch(() => undefined);
      if (isOver()) return undefined;
      const currency = currencyOf(of);
      const reply = books && (await worker.ask({ kind: 'count', statement, books, currency }));
      if (isOver()) return undefined;
      if (reply?.kind === 'counted') exact.set(value, reply.exact);
    }
    return exact;
  }
}
