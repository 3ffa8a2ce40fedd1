import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Holder {
  pid: number;
  /** Start of the process in ticks since boot; tells a reused process id from the one that took the lock. */
  startedAt: string | null;
}

/** Raised when another live process uses the data folder; the message is made for people. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

/**
 * Takes the data folder for this process: PGlite itself locks nothing, and a second process would silently lose rows.
 * The lock of a dead process is taken over. Answers the function that gives it back. Throws DataFolderInUse.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'lock.json');
  const own: Holder = { pid: process.pid, startedAt: readStart(process.pid) };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(path, JSON.stringify(own), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(path);
    if (holder !== null && isAlive(holder)) throw new DataFolderInUse(describe(dataDir, holder.pid));
    setAside(path);
  }
  throw new DataFolderInUse(`The data folder ${dataDir} is being opened by another process. Try again in a moment.`);
}

function describe(dataDir: string, pid: number): string {
  return (
    `The data folder ${dataDir} is in use by process ${pid}. ` +
    'The embedded database serves one process only: stop that one first, or give this one another folder or DATABASE_URL.'
  );
}

function readHolder(path: string): Holder | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : null;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means it lives, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return startedAt === null || startedAt === readStart(pid);
}

/** Field 22 of /proc/<pid>/stat, counted after the command's name, which may hold spaces; null where there is no /proc. */
function readStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

/** Renaming is atomic: of two processes that find the same stale lock only one moves it, the other finds none. */
function setAside(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
