import { useSyncExternalStore } from 'react';
import { accountKey } from '#features/reconciliation/account-options.ts';
import type { AccountChoice, Decisions, Position, Work } from '#features/reconciliation/reconciliation.ts';
import type { CsvChoice } from '#features/reconciliation/reading/statement.ts';
import type { Scope } from '#platform/scope.ts';
import { tokenHolder } from '#platform/session/own-tab.ts';
import { readClaims, readSession, storedToken, subscribeSession } from '#platform/session/session.ts';
import { createTabKey, decrypt, encrypt, readTabKey, type TabKey } from './tab-key.ts';
import { deleteEntry, readEntry, writeEntry } from './work-database.ts';

/** The data that is encrypted next to the file. */
interface Content {
  fileName: string;
  print: string;
  account: Omit<AccountChoice, 'of'> & { key: string };
  choice: CsvChoice | undefined;
  decisions: Decisions;
  position: Position;
}

/** Work of this tab from before a reload. */
export interface RestoredWork extends Content {
  bytes: ArrayBuffer;
  savedAt: number;
}

/** `blocked`: the browser stores no data, so the work ends with the page. */
export type Keeping = 'kept' | 'writing' | 'blocked';

/** A private window or a broken profile can leave a request without an answer. */
const patienceMs = 3000;

function readPerson(): string | undefined {
  const claims = readClaims(storedToken());
  return claims && [claims.userAccountId, claims.adminId].join('/');
}

/** Keeps the work of one user with one application, encrypted, for this tab (decision 33). */
class WorkKeeper {
  keeping: Keeping = 'kept';
  readonly #person = readPerson();
  readonly #scope: Scope;
  #next: Work | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #writtenFile: File | undefined;
  #revision: string | undefined;
  #hasEnded = false;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** Writes one state at a time; of those that arrive in the meantime, only the last. */
  keep(work: Work): void {
    const isQueued = this.#next !== undefined;
    this.#next = work;
    this.#say('writing');
    if (!isQueued) this.#queue = this.#queue.then(() => this.#writeNext());
  }

  /** The work of this tab from before a reload. Work that cannot be read is deleted. */
  async read(): Promise<RestoredWork | undefined> {
    const own = await readTabKey();
    if (!own) return undefined;
    const place = this.#placeOf(own);
    const entry = await readEntry(place);
    if (!entry) return undefined;
    const { savedAt, revision } = entry.work;
    try {
      const [text, bytes] = await Promise.all([
        decrypt(own.key, `${place} work`, entry.work),
        decrypt(own.key, `${place} file`, entry.file),
      ]);
      const content = JSON.parse(new TextDecoder().decode(text)) as Content;
      this.#revision = revision;
      return { ...content, bytes, savedAt };
    } catch {
      await deleteEntry(place);
      return undefined;
    }
  }

  /** The session has ended: nothing more is written, even if the same user signs in again. */
  end(): void {
    this.#hasEnded = true;
    this.#next = undefined;
  }

  forget(): void {
    this.#next = undefined;
    this.#writtenFile = undefined;
    this.#queue = this.#queue
      .then(async () => {
        const own = await readTabKey();
        if (own) await deleteEntry(this.#placeOf(own));
      })
      .catch(() => undefined);
    this.#say('kept');
  }

  async #writeNext(): Promise<void> {
    const work = this.#next;
    this.#next = undefined;
    if (!work) return;
    const isKept = await this.#write(work).catch(() => false);
    if (this.#next === undefined) this.#say(isKept ? 'kept' : 'blocked');
  }

  async #write(work: Work): Promise<boolean> {
    const own = (await readTabKey()) ?? (await createTabKey());
    const place = this.#placeOf(own);
    const isNewFile = this.#writtenFile !== work.of.file;
    const revision = crypto.randomUUID();
    const text = new TextEncoder().encode(JSON.stringify(toContent(work)));
    const outcome = await writeEntry({
      work: { place, savedAt: Date.now(), revision, ...(await encrypt(own.key, `${place} work`, text)) },
      file: isNewFile ? await encrypt(own.key, `${place} file`, await work.of.file.arrayBuffer()) : undefined,
      expected: this.#revision,
      mayWrite: () => this.#mayWrite(),
    });
    if (outcome === 'refused') return false;
    if (outcome === 'kept') {
      this.#writtenFile = work.of.file;
      this.#revision = revision;
      return true;
    }
    // A copied tab has the key of the original one: from now on it stores its work separately.
    if (outcome === 'taken') {
      await createTabKey();
      this.#revision = undefined;
    }
    this.#writtenFile = undefined;
    return this.#write(work);
  }

  #mayWrite(): boolean {
    const isSignedIn = readSession().kind !== 'none' && tokenHolder() === 'own';
    return isSignedIn && !this.#hasEnded && readPerson() === this.#person;
  }

  #placeOf({ tab }: TabKey): string {
    const { merchantId, applicationId } = this.#scope;
    return [this.#person, merchantId, applicationId, tab].join(' ');
  }

  #say(keeping: Keeping): void {
    this.keeping = keeping;
    announce();
  }
}

function toContent({ of, decisions, position }: Work): Content {
  const { file, print, choice, account } = of;
  const { statement, destination } = account;
  return {
    fileName: file.name,
    print,
    account: { statement, destination, key: accountKey(account.of) },
    choice,
    decisions,
    position,
  };
}

const keepers = new Map<string, WorkKeeper>();
const listeners = new Set<() => void>();

const keyOf = ({ merchantId, applicationId }: Scope): string => [readPerson(), merchantId, applicationId].join(' ');

function keeperOf(scope: Scope): WorkKeeper {
  if (keepers.size === 0) endWithSession();
  const keeper = keepers.get(keyOf(scope)) ?? new WorkKeeper(scope);
  keepers.set(keyOf(scope), keeper);
  return keeper;
}

function endWithSession(): void {
  const stop = subscribeSession(({ kind }) => {
    if (kind !== 'signed-in' && kind !== 'signed-out' && (kind !== 'elsewhere' || readSession().kind !== 'none'))
      return;
    stop();
    for (const keeper of keepers.values()) keeper.end();
    keepers.clear();
    announce();
  });
}

function announce(): void {
  // Without a `beforeunload` listener, the browser can keep the page for its back button.
  const isUnsaved = [...keepers.values()].some(({ keeping }) => keeping !== 'kept');
  window.removeEventListener('beforeunload', askToStay);
  if (isUnsaved) window.addEventListener('beforeunload', askToStay);
  for (const listener of listeners) listener();
}

const askToStay = (event: BeforeUnloadEvent): void => event.preventDefault();

export const keepWork = (scope: Scope, work: Work): void => keeperOf(scope).keep(work);
export const forgetKept = (scope: Scope): void => keeperOf(scope).forget();

/** Never fails: work that cannot be read counts as none. */
export function readKept(scope: Scope): Promise<RestoredWork | undefined> {
  return Promise.race([
    keeperOf(scope)
      .read()
      .catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs)),
  ]);
}

export function useKeeping(scope: Scope): Keeping {
  return useSyncExternalStore(subscribe, () => keepers.get(keyOf(scope))?.keeping ?? 'kept');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
