import { workDatabase } from '#platform/session/forget-work.ts';
import type { Encrypted } from './tab-key.ts';

/** Raised when the stored form changes: entries of another version are deleted. The database's own version stays 1. */
const version = 1;
const mostAgeMs = 24 * 3_600_000;

/** The file, which is written once. */
interface KeptFile extends Encrypted {
  place: string;
}
/** The user's decisions, which are written at each change. */
export interface KeptWork extends Encrypted {
  place: string;
  version: number;
  /** In milliseconds since 1970. */
  savedAt: number;
  /** A new value at each write, which shows that a copy of this tab has written too. */
  revision: string;
}

const names = ['files', 'work'] as const;

/** Opened for each use, because deleting the database waits for open connections. */
function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(workDatabase, 1);
    request.onupgradeneeded = () => {
      for (const name of names) request.result.createObjectStore(name, { keyPath: 'place' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('This browser keeps no data.'));
  });
}

type Stores = Record<(typeof names)[number], IDBObjectStore>;

/** Runs `use` in one transaction and returns the last value passed to `done`. */
async function inTransaction<Result>(
  initial: Result,
  use: (stores: Stores, done: (result: Result) => void) => void,
): Promise<Result> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      let result = initial;
      const transaction = database.transaction(names, 'readwrite');
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
      const stores = { files: transaction.objectStore('files'), work: transaction.objectStore('work') };
      use(stores, (next) => {
        result = next;
      });
    });
  } finally {
    database.close();
  }
}

const isFresh = ({ version: of, savedAt }: KeptWork): boolean =>
  of === version && Math.abs(Date.now() - savedAt) < mostAgeMs;

/** Deletes entries of any user that are too old or of another version, and reads one entry. */
export function readEntry(place: string): Promise<{ work: KeptWork; file: KeptFile } | undefined> {
  return inTransaction<{ work: KeptWork; file: KeptFile } | undefined>(undefined, ({ files, work }, done) => {
    const [all, places] = [work.getAll() as IDBRequest<KeptWork[]>, files.getAllKeys()];
    places.onsuccess = () => {
      const fresh = new Map(all.result.filter(isFresh).map((kept) => [kept.place, kept] as const));
      for (const stale of all.result.filter((kept) => !fresh.has(kept.place))) work.delete(stale.place);
      for (const each of places.result) if (!fresh.has(each as string)) files.delete(each);
      const own = fresh.get(place);
      const file = files.get(place) as IDBRequest<KeptFile | undefined>;
      file.onsuccess = () => {
        if (own && file.result) done({ work: own, file: file.result });
      };
    };
  });
}

interface Writing {
  work: Pick<KeptWork, 'place' | 'savedAt' | 'revision'> & Encrypted;
  /** Undefined when the file has been written already. */
  file: Encrypted | undefined;
  /** The revision that this page read or wrote last. */
  expected: string | undefined;
  /** Called within the transaction: false when the session has ended. */
  mayWrite: () => boolean;
}

/** `taken`: a copy of this tab has written its own work there. `no file`: the file has to be written too. */
export type Outcome = 'kept' | 'taken' | 'no file' | 'refused';

export function writeEntry({ work: next, file, expected, mayWrite }: Writing): Promise<Outcome> {
  const { place } = next;
  return inTransaction<Outcome>('refused', ({ files, work }, done) => {
    const before = work.get(place) as IDBRequest<KeptWork | undefined>;
    const known = files.getKey(place);
    known.onsuccess = () => {
      if (!mayWrite()) return;
      if (before.result !== undefined && before.result.revision !== expected) return done('taken');
      if (file === undefined && known.result === undefined) return done('no file');
      if (file) files.put({ ...file, place } satisfies KeptFile);
      work.put({ ...next, version } satisfies KeptWork);
      done('kept');
    };
  });
}

export function deleteEntry(place: string): Promise<void> {
  return inTransaction<void>(undefined, ({ files, work }) => {
    files.delete(place);
    work.delete(place);
  });
}
