import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import type { Providers } from '#providers/port.ts';
import type { CallProgress } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import { type Database, isRefused, isUnavailable } from '#database/database.ts';
import { databaseUnavailable } from '#http/problem-response.ts';

/** Timeout in milliseconds for an account provider's answer; the call itself was given up before. */
const longestProviderCall = 30_000;

/** Tracks what a call did, so that a timeout never wrongly claims that nothing was changed. */
export interface Progress extends CallProgress {
  /** Services that track this call's changes and run its provider calls outside of its turn. */
  services: Services;
  /** Whether the response is a replay of an earlier call's response. */
  isReplayed: () => boolean;
  /** Called when the call's turn begins; `leave` ends it early. */
  begin: (leave: () => void) => void;
  /** The error for a call that timed out. If it has changed nothing yet, it no longer can. */
  giveUp: () => Problem;
  /** Rethrows an error with its meaning for the caller. */
  explain: (error: unknown) => never;
}

/** `takeSlot` limits the calls to account providers; null for an endpoint that makes none. */
export function createProgress(endpoint: AnyEndpoint, services: Services, takeSlot: TakeSlot | null): Progress {
  const changes = countChanges();
  let isRepeatable = false;
  let isReplayed = false;
  let waitsForProvider = 0;
  let leaveTurn = () => {};
  const outcomeUnknown = (status: number) => createOutcomeUnknown(status, isRepeatable);
  return {
    services: {
      ...services,
      ...(endpoint.method !== 'GET' && { database: watchChanges(services.database, changes.add, changes.undo) }),
      providers: outsideTurn(endpoint, services.providers, {
        // A call that is in progress is not refused because of a missing slot: the refusal would claim that nothing was changed.
        takeSlot: takeSlot && ((work) => (changes.areThere() ? work() : takeSlot(work))),
        change: changes.add,
        enter: () => {
          leaveTurn();
          waitsForProvider += 1;
        },
        exit: () => (waitsForProvider -= 1),
      }),
    },
    begin: (leave) => (leaveTurn = leave),
    setRepeatable: () => (isRepeatable = true),
    setReplayed: () => (isReplayed = true),
    isReplayed: () => isReplayed,
    giveUp: () => {
      changes.giveUp();
      if (changes.areThere()) return outcomeUnknown(504);
      return waitsForProvider > 0 ? providerUnavailable() : databaseUnavailable();
    },
    explain: (error) => explainBy(changes, outcomeUnknown, error),
  };
}

/** The same for a form of the shopper's pages, which has no key and holds no turn. */
export function watchForm(services: Services): Pick<Progress, 'services' | 'explain'> {
  const changes = countChanges();
  return {
    services: { ...services, database: watchChanges(services.database, changes.add, changes.undo) },
    explain: (error) => explainBy(changes, (status) => createOutcomeUnknown(status, false), error),
  };
}

function explainBy(
  changes: ReturnType<typeof countChanges>,
  unknown: (status: number) => Problem,
  error: unknown,
): never {
  if (error instanceof Problem || !changes.areThere()) throw error;
  throw Object.assign(unknown(isUnavailable(error) ? 504 : 500), { cause: error });
}

/** Counts possible changes of a call; once it was given up without a change, it cannot make one. */
function countChanges() {
  let count = 0;
  let isGivenUp = false;
  return {
    add: () => {
      if (isGivenUp && count === 0) throw new Error('The call was given up before it changed anything.');
      count += 1;
    },
    undo: () => void (count -= 1),
    areThere: () => count > 0,
    giveUp: () => void (isGivenUp = true),
  };
}

/** Calls `change` before anything can be committed, and `undo` when it certainly was not. */
function watchChanges(database: Database, change: () => void, undo: () => void): Database {
  const undoIfRefused = (error: unknown): never => {
    if (!isUnavailable(error) || isRefused(error)) undo();
    throw error;
  };
  return {
    ...database,
    origin: database.origin ?? database,
    query: async (statement, parameters) => {
      const text = typeof statement === 'string' ? statement : (statement.pieces[0] ?? '');
      if (/^\s*SELECT\b/i.test(text)) return database.query(statement, parameters);
      change();
      return database.query<never>(statement, parameters).catch(undoIfRefused);
    },
    transaction: async (work) => {
      let isCommitting = false;
      try {
        return await database.transaction(async (queries) => {
          const result = await work(queries);
          // The transaction can run again after a deadlock.
          if (!isCommitting) change();
          isCommitting = true;
          return result;
        });
      } catch (error) {
        return isCommitting ? undoIfRefused(error) : Promise.reject(error);
      }
    },
  };
}

/** Waits for a slot for a call to an account provider, and makes it. */
export type TakeSlot = <T>(work: () => Promise<T>) => Promise<T>;

interface Outside {
  takeSlot: TakeSlot | null;
  change: () => void;
  enter: () => void;
  exit: () => void;
}

/** Calls to account providers, which release the caller's turn first and then wait for a slot. */
function outsideTurn({ name }: AnyEndpoint, providers: Providers, outside: Outside): Providers {
  const ask = async <T>(work: (providers: Providers) => Promise<T>): Promise<T> => {
    const { takeSlot } = outside;
    if (!takeSlot) throw new Error(`${name} asks an account provider and is not named in provider-calls.ts.`);
    outside.enter();
    try {
      return await takeSlot(() => within(longestProviderCall, work(providers)));
    } finally {
      outside.exit();
    }
  };
  const change = <T>(work: (providers: Providers) => Promise<T>): Promise<T> =>
    ask((each) => {
      outside.change();
      return work(each);
    });
  /** A question has changed nothing, so without an answer it can be sent again. */
  const question = <T>(work: (providers: Providers) => Promise<T>): Promise<T> =>
    ask((each) =>
      work(each).catch((error: unknown) => {
        throw error instanceof Problem ? error : Object.assign(providerUnavailable(), { cause: error });
      }),
    );
  return {
    startPayIn: (order) => ask((each) => each.startPayIn(order)),
    submitPayIn: (payIn) => ask((each) => each.submitPayIn(payIn)),
    nextPayInStep: (payIn, last) => ask((each) => each.nextPayInStep(payIn, last)),
    submit: (order) => ask((each) => each.submit(order)),
    ask: (order) => ask((each) => each.ask(order)),
    statement: (provider, day) => ask((each) => each.statement(provider, day)),
    listBeneficiaries: (provider, customerId) => question((each) => each.listBeneficiaries(provider, customerId)),
    openAccount: (provider, order) => change((each) => each.openAccount(provider, order)),
    exchangeRate: (sell, buy) => question((each) => each.exchangeRate(sell, buy)),
    checkName: (provider, account) => question((each) => each.checkName(provider, account)),
    addBeneficiary: (provider, customerId, account) =>
      change((each) => each.addBeneficiary(provider, customerId, account)),
  };
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The account provider has not answered in time.')), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function createOutcomeUnknown(status: number, isRepeatable: boolean): Problem {
  const next = isRepeatable
    ? 'It is safe to send it again with the same Idempotency-Key: nothing is done twice.'
    : 'Check whether it was done before you send it again.';
  return new Problem(status, `This was interrupted, and it is not known yet whether it was done. ${next}`, {
    statusName: 'OUTCOME_UNKNOWN',
    isRepeatable,
    headers: { 'retry-after': '5' },
  });
}

const providerUnavailable = (): Problem =>
  new Problem(503, 'The account provider has not answered in time. Please try again shortly.', {
    statusName: 'PROVIDER_UNAVAILABLE',
    headers: { 'retry-after': '5' },
  });
