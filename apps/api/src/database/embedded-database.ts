import { PGlite, type Transaction } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Database, type Queries, readInteger, readNumeric } from './database.ts';
import { type Parameter, type Sql, toStatement } from './sql.ts';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;

/**
 * For one process without replicas. PGlite never syncs files itself, so images of whole pages would protect from nothing, and an index built in the
 * transaction that made it needs no log of its own.
 */
const serverSettings = ['wal_level=minimal', 'max_wal_senders=0', 'full_page_writes=off'];
/** Where the files are in memory as well, room for a second copy of them all only takes time to lay out: a fifth of an opening. */
const inMemory = 'shared_buffers=32MB';

/**
 * Opens PGlite as a Database. `dataDir` is a folder, or `memory://` (also for a browser); `snapshot` is a data folder made by `dumpDataDir`.
 * Runs without Node, so that the demo opens the same database.
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
  // Hash joins and sorts of a page or a count stay in memory; compiling them costs more than it saves.
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

/** Before a snapshot is made: two thirds of its files would belong to the databases that new ones are made from, which nobody makes of it. */
export async function dropTemplates(client: PGlite): Promise<void> {
  await client.exec('UPDATE pg_database SET datistemplate = false');
  for (const name of ['template0', 'template1']) await client.exec(`DROP DATABASE ${name}`);
}

/** Milliseconds of statements after which everything else of the process gets a turn. */
const most = 8;

/** Runs something in the next turn of the event loop; a browser has no setImmediate. */
const { setImmediate: soon = setTimeout } = globalThis as { setImmediate?: (run: () => void) => unknown };
const loopTurn = () => new Promise<void>((resolve) => void soon(resolve));

interface Turns {
  /** Before a statement: lets sockets and timers go first, where the statements before it took long. */
  turn: () => Promise<void>;
  /** Runs work after all that was asked before it, with a turn before it and one before what is made of its answer. */
  inLine: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The embedded database works in this thread and answers without ever leaving it: statement would follow statement, and no socket or
 * timer be served until nobody asks any more.
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
