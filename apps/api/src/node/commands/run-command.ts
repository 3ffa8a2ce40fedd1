import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { baseline } from '#database/migrations/migrations.ts';
import { sql } from '#database/sql.ts';
import { requireOwnSessions } from '#database/pooling/own-session.ts';
import { createVault } from '#core/secrets/vault.ts';
import type { Mailer, Random, Services } from '#core/services.ts';
import { readOwnSecretsKey } from '#node/own-secrets-key.ts';
import { openProviders } from '#node/open-providers.ts';
import { prepareDatabase } from '#node/prepare-database.ts';
import { createSmtpMailer } from '#node/smtp-mailer.ts';
import { readServerSettings } from '#node/read-server-settings.ts';
import type { ServerSettings } from '#settings.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

interface Command<T extends Options> {
  /** The full command line, such as `npm run admin -- verify`. */
  call: string;
  help: string;
  options: T;
}

const root = resolve(fileURLToPath(import.meta.url), '../../../../../..');

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

// A reader such as `head` can close the pipe early. The command then continues to its end.
process.stdout.on('error', () => undefined);

/** `--help` prints the help without reading settings; a failure prints its message and exits with 1. */
export async function runCommand<const T extends Options>(
  { call, help, options }: Command<T>,
  work: (values: Values<T>) => Promise<void>,
): Promise<void> {
  try {
    const values = readOptions(call, options);
    if ('help' in values) return say(help);
    await work(values);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function readOptions<T extends Options>(call: string, options: T): Values<T> {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values as Values<T>;
  } catch (error) {
    // Node adds a hint about positional arguments that does not apply here.
    const [fault = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(`${fault}. Nothing was changed. ${call} --help lists the options.`, { cause: error });
  }
}

/** The server's settings with the data folder as an absolute path. */
export function readCommandSettings(): ServerSettings {
  const settings = readServerSettings();
  return { ...settings, dataDir: resolve(root, settings.dataDir) };
}

/** Throws a message when no version has migrated the database yet. */
export async function requireSchema({ query }: Database): Promise<void> {
  const ran = await query(sql`SELECT FROM migrations WHERE name = ${baseline.name}`).catch((error: unknown) => {
    if (isMissingTable(error)) return [];
    throw error;
  });
  if (ran.length === 0)
    throw new Error('This version has not run on this database yet. Run `npm run migrate`, or start it once.');
}

const isMissingTable = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42P01';

/** Opens the database of the server. Throws a message when it cannot be used. */
export async function openDatabase({ directUrl, isPooled, dataDir }: ServerSettings): Promise<Database> {
  const database = await connect({ databaseUrl: directUrl, dataDir });
  try {
    if (directUrl !== undefined) await requireOwnSessions(database, isPooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const random: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  uuid: () => crypto.randomUUID(),
};

type Given = Pick<Services, 'database' | 'clock' | 'random' | 'vault' | 'settings' | 'providers' | 'mailer'>;

/** Opens the server's database, migrated, and closes it after the work. */
export async function withServices(work: (services: Given) => Promise<void>): Promise<void> {
  const settings = readCommandSettings();
  const { dataDir, directUrl, secretsKey, smtpUrl, mailFrom, app } = settings;
  const vault = createVault(secretsKey ?? readOwnSecretsKey(dataDir));
  if (directUrl === undefined)
    process.stderr.write(`DATABASE_URL is not set: this uses the embedded database in ${dataDir}.\n`);
  const database = await openDatabase(settings);
  try {
    await prepareDatabase(database, settings);
    const clock = { now: () => new Date() };
    await work({
      database,
      clock,
      random,
      vault,
      settings: app,
      providers: openProviders(settings, { database, clock, random }),
      mailer: smtpUrl === undefined ? null : createSmtpMailer(smtpUrl, { from: mailFrom, requireTls: !app.isLocal }),
    });
  } finally {
    await database.close();
  }
}

interface FirstLink {
  email: string;
  link: string;
  why: string;
  mailer: Mailer | null;
}

const choose = 'Choose a password for the Volume Merchant Portal within 7 days:';

export async function handOver({ email, link, why, mailer }: FirstLink): Promise<void> {
  const mail = { to: email, subject: 'Set your password', text: `Hello,\n\n${why} ${choose}\n\n${link}` };
  const failure = await mailer?.send(mail).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (failure === null) return say(`The link to choose a password was sent to ${email}.`);
  if (failure !== undefined) say(`The link could not be mailed: ${failure}`);
  say(`${choose}\n\n  ${link}\n`);
  say(`The first person who opens the link chooses the password, so give it to ${email} in confidence.`);
}
