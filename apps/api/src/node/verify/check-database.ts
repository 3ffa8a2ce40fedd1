import type { Database } from '#database/database.ts';
import { migrations } from '#database/migrations/migrations.ts';
import { recordedMigrations, schemaState } from '#database/migrate.ts';

const oldestVersion = 15;
const extensions = ['pg_trgm', 'btree_gin'];

interface Facts {
  version: number;
  migrations: string | null;
  extensions: string[];
  commits: string;
  connections: number;
}

interface Look {
  findings: Finding[];
  /** False when the schema belongs to another build: nothing more can be queried. */ isCurrent: boolean;
}

/** Checks version, extensions, migrations and the durability of commits. Throws when the database is unavailable. */
export async function checkDatabase(database: Database, poolSize: number): Promise<Look> {
  const [facts] = await database.query<Facts>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, to_regclass('migrations')::text AS migrations,
       ARRAY(SELECT extname::text FROM pg_extension) AS extensions, current_setting('synchronous_commit') AS commits,
       current_setting('max_connections')::int AS connections`,
  );
  if (!facts) throw new Error('The database answered nothing.');
  const findings: Finding[] = [];
  if (facts.version < oldestVersion) {
    findings.push(fault(`The database is PostgreSQL ${facts.version}: ${oldestVersion} or newer is needed.`));
  }
  const missing = extensions.filter((name) => !facts.extensions.includes(name));
  if (missing.length > 0 && facts.migrations !== null) {
    findings.push(fault(`The database lacks the extensions ${missing.join(' and ')}: searches would fail.`));
  }
  if (database.kind === 'postgres' && facts.commits === 'off') {
    findings.push(fault('synchronous_commit is off: what was acknowledged can be lost when PostgreSQL ends.'));
  }
  if (database.kind === 'postgres' && poolSize >= facts.connections) {
    findings.push(
      warning(`DATABASE_POOL_SIZE is ${poolSize} and PostgreSQL allows ${facts.connections} connections in all.`),
    );
  }
  const schema = await checkMigrations(database, facts.migrations !== null);
  const answers = fine(`The database answers: PostgreSQL ${facts.version}.`);
  return { findings: [answers, ...findings, schema], isCurrent: schema.level === 'fine' };
}

async function checkMigrations(queries: Database, isBegun: boolean): Promise<Finding> {
  const state = schemaState(isBegun ? await recordedMigrations(queries) : [], migrations);
  if (state.kind === 'FOREIGN') return fault(state.sentence);
  if (state.kind === 'BEFORE_BASELINE') return fault('The schema is the build before’s: start the server once.');
  const [first] = state.due;
  const ofNewer =
    state.newer.length > 0 ? ` So did ${state.newer.join(', ')} of a newer build, with which this one works.` : '';
  if (!first) return fine(`All ${migrations.length} migrations have run.${ofNewer}`);
  return fault(
    `${state.due.length} migrations have not run yet, the first is ${first.name}: \`npm run migrate\` runs them, and so does a start unless MIGRATE=false.`,
  );
}

/** The sample users' passwords are public. */
export async function checkSamples({ query }: Database): Promise<Finding> {
  const worlds = await query('SELECT FROM sample_worlds LIMIT 1');
  return worlds.length === 0
    ? fine('There is no sample data.')
    : fault('The database holds the sample world, whose passwords are public: use another database.');
}

/** Without a bank that is switched on, every pay page ends in "No bank is available". */
export async function checkBanks({ query }: Database): Promise<Finding> {
  const [row] = await query<{ banks: number; off: number }>(
    'SELECT count(*)::int AS banks, count(switched_off_at)::int AS off FROM institutions',
  );
  const { banks = 0, off = 0 } = row ?? {};
  if (banks > 0 && off === banks) {
    return fault('Every bank is switched off: nobody can pay. Switch one on in the portal, under Banks.');
  }
  if (off > 0) return fine(`${banks} banks are known, ${off} of them switched off.`);
  return banks > 0
    ? fine(`${banks} banks are known.`)
    : fault(
        'No bank is known: nobody can pay. Start the server once, which makes the simulated banks, or add one: npm run admin -- add-bank --help.',
      );
}

export interface Finding {
  level: 'fine' | 'warning' | 'fault';
  sentence: string;
}

export const fine = (sentence: string): Finding => ({ level: 'fine', sentence });
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence });
export const fault = (sentence: string): Finding => ({ level: 'fault', sentence });
