import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { requireOwnSessions, requireSettled, settleForPooler } from '#database/pooling/own-session.ts';
import type { ServerSettings } from '#settings.ts';

/** Milliseconds one statement of a call may take; the call itself was given up before. */
const longestStatement = 20_000;

interface Databases {
  database: Database;
  /** Connections of exports alone, so that no list waits for one; the embedded database has a single one. */
  exportDatabase: Database;
  close: () => Promise<void>;
}

type Stores = Pick<ServerSettings, 'databaseUrl' | 'directUrl' | 'isPooled' | 'poolSize' | 'exportPoolSize'>;

/** The database, prepared by `prepare`. What that takes is not bounded; what is asked afterwards is. Throws a sentence when it cannot be used. */
export async function openDatabases(
  settings: Stores,
  dataDir: string,
  prepare: (direct: Database) => Promise<void>,
): Promise<Databases> {
  const { databaseUrl, directUrl, isPooled, poolSize, exportPoolSize } = settings;
  const direct = await connect({ databaseUrl: directUrl, dataDir, poolSize });
  const open: Database[] = [direct];
  const close = async () => void (await Promise.all(open.map((each) => each.close())));
  try {
    if (databaseUrl !== undefined) await requireOwnSessions(direct, isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
    await prepare(direct);
    if (databaseUrl === undefined) return { database: direct, exportDatabase: direct, close };
    if (isPooled) await settleForPooler(direct);
    const limits = { databaseUrl, longestStatement, isPooled };
    const database = await connect({ ...limits, poolSize });
    const exportDatabase = await connect({ ...limits, poolSize: exportPoolSize });
    open.push(database, exportDatabase);
    if (isPooled) await requireSettled(database, direct);
    await direct.close();
    open.shift();
    return { database, exportDatabase, close };
  } catch (error) {
    await close();
    throw error;
  }
}
