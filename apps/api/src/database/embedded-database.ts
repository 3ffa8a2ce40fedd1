import { PGlite, type Transaction } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Database, type Queries, readInteger, readNumeric } from './database.ts';
import { type Parameter, type Sql, toStatement } from './sql.ts';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/**
 * For one process without replicas. PGlite never syncs files, so full page images would not protect anything, and an
 * index built in the transaction that created its table needs no log.
 */
const serverSettings = ['wal_level=minimal', 'max_wal_senders=0', 'full_page_writes=off'];
/** With files in memory a large buffer cache has no use, and allocating it takes a fifth of the opening time. */
const inMemory = 'shared_buffers=32MB';

/**
 * Opens PGlite as a Database. `dataDir` is a folder or `memory://` (also in a browser); `snapshot` is a data folder
 * made by `dumpDataDir`. Does not need Node: the demo uses it in the browser.
 */
export async function openEmbeddedDatabase({ dataDir, snapshot }: { dataDir: string; snapshot?: Blob }) {
  const settings = dataDir === 'memory://' ? [...serverSettings, inMemory] : serverSettings;
  const client = await PGlite.create({
    dataDir,
    extensions: { pg_trgm, btree_gin },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
    parsers: { [INT8]: readInteger, [NUMERIC]: readNumeric, [DATE]: (text: string) => text },
    ...(snapshot === undefined ? {} : { loadDataDir: snapshot }),
  });
  // Keeps hash joins and sorts of a page or a count in memory; JIT compilation costs more than it saves.
  await client.exec(`SET work_mem = '32MB'; SET jit = off; SET timezone = 'UTC'`);
  const { turn, inLine } = createTurns();
  const queries = toQueries(client, inLine);
  const transaction: Database['transaction'] = (work) =>
    inLine(() =>
      client.transaction((begun) => {
        const next: Turns['inLine'] = (statement) => turn().then(statement);
        return work(toQueries(begun, next));
      }),
    );
  const database: Database = {
    kind: 'pglite',
    ...queries,
    transaction,
    openSnapshot: async (begin) => {
      const value = await transaction(async (begun) => {
        await begun.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
        return begin(begun);
      });
      return { value, queries, close: async () => undefined };
    },
    close: () => client.close(),
  };
  return { database, client };
}

function toQueries(client: PGlite | Transaction, next: Turns['inLine']): Queries {
  return {
    query: async <Row extends object>(statement: Sql | string, parameters: readonly Parameter[] = []) => {
      const { text, values } = toStatement(statement, parameters);
      return (await next(() => client.query<Row>(text, [...values]))).rows;
    },
    run: async (text) => void (await next(() => client.exec(text))),
  };
}

/** Run before a snapshot is made: the template databases are two thirds of its files and never needed. */
export async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('UPDATE pg_database SET datistemplate = false');
  for (const name of ['template0', 'template1']) await client.exec(`DROP DATABASE ${name}`);
}

/** Milliseconds of statements after which the event loop gets a turn. */
const most = 8;

/** Schedules a macrotask; browsers have no setImmediate. */
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
const loopTurn = () => new Promise<void>((resolve) => void soon(resolve));

interface Turns {
  /** Before a statement: lets sockets and timers run if earlier statements took long. */
  turn: () => Promise<void>;
  /** Queues work behind earlier work, with a turn of the event loop before it and before its result is used. */
  inLine: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The embedded database works in this thread and resolves without leaving the microtask queue. Without these turns,
 * consecutive statements would starve sockets and timers.
 */
function createTurns(): Turns {
  let since = performance.now();
  let last: Promise<unknown> = Promise.resolve();
  const turn = async () => {
    if (performance.now() - since < most) return;
    await loopTurn();
    since = performance.now();
  };
  return {
    turn,
    inLine: (work) => {
      const own = last.then(turn).then(work);
      last = own.catch(() => undefined);
      return own.finally(turn);
    },
  };
}
