import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import type { Database } from '#database/database.ts';
import { compiled } from '#testing/compiled.ts';
import { openTestDatabase } from '#testing/open-test-database.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const tasks = [
  'create-admin',
  'create-merchant',
  'add-bank',
  'failed-jobs',
  'disable',
  'disable-admin',
  'enable',
  'verify',
  'audit',
  'verify-audit-log',
  'rotate-secrets',
  'distribute',
  'simulated-gateway',
  'reset',
];
const server = process.env['TEST_DATABASE_URL'];
const dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
/** On PostgreSQL where the test run names one, because each command would start an embedded database, which takes most of its time. */
const env: Record<string, string> = { DATA_DIR: dataDir };
let database: Database | undefined;
beforeAll(async () => {
  if (server === undefined) return (await connect({ dataDir })).close();
  database = await openTestDatabase('empty');
  const [{ name } = { name: '' }] = await database.query<{ name: string }>('SELECT current_database() AS name');
  env['DATABASE_URL'] = Object.assign(new URL(server), { pathname: `/${name}` }).href;
});
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs a command like npm does in the image; no setting is valid unless `given` provides it. */
function run(
  command: 'admin' | 'migrate',
  parameters: readonly string[],
  given: Record<string, string> = { LOCAL: 'broken' },
) {
  const { DATABASE_URL: _, ...surroundings } = process.env;
  const options = { cwd: root, encoding: 'utf8', env: { ...surroundings, ...given } } as const;
  const words = [compiled(`node/commands/${command}`), ...parameters];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, options);
  return { status, stdout, stderr };
}

test.each([
  ['without a task', []],
  ['with an unknown task', ['no-such-task', '--force']],
])('npm run admin %s lists every task on a separate line and exits with code 2', (_, parameters) => {
  const { status, stdout, stderr } = run('admin', parameters);
  expect([status, stdout]).toEqual([2, '']);
  const listed = [...stderr.matchAll(/^ {2}(\S+) +\S.{20,}$/gm)].map(([, name]) => name);
  expect(listed).toEqual(tasks);
});

test('npm run admin -- --help lists the tasks and exits with code 0', () => {
  const { status, stdout, stderr } = run('admin', ['--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('\n  create-admin ');
});

test.each(tasks)('npm run admin -- %s prints its help without reading a setting', (task) => {
  const { status, stdout, stderr } = run('admin', [task, '--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm run admin -- ${task}\\b`));
  expect(stdout.split('\n').length).toBeGreaterThan(2);
});

test.runIf(server)(
  'migrate runs every migration on an empty PostgreSQL and none the second time',
  async () => {
    const name = `migrate_${crypto.randomUUID().replaceAll('-', '')}`;
    const database = await connect({ databaseUrl: server });
    try {
      await database.run(`CREATE DATABASE ${name}`);
      const own = { DATA_DIR: dataDir, DATABASE_URL: Object.assign(new URL(server ?? ''), { pathname: name }).href };
      for (const task of ['audit', 'verify-audit-log', 'rotate-secrets']) {
        const { status, stderr } = run('admin', [task], own);
        expect([task, status, stderr]).toEqual([task, 1, expect.stringContaining('has not run on this database yet')]);
      }
      const first = run('migrate', [], own);
      expect([first.status, first.stderr]).toEqual([0, '']);
      expect(first.stdout).toMatch(/\n\d+ migrations ran\.\n$/);
      expect(run('migrate', [], own).stdout).toBe('The database is up to date: no migration ran.\n');
    } finally {
      await database.run(`DROP DATABASE IF EXISTS ${name}`);
      await database.close();
    }
  },
  300_000,
);

test('migrate creates an embedded database with every migration', () => {
  const folder = join(dataDir, 'migrated');
  expect(run('migrate', [], { DATA_DIR: folder }).stdout).toBe('The database is up to date: no migration ran.\n');
  expect(existsSync(join(folder, 'database/PG_VERSION'))).toBe(true);
}, 300_000);

test('reset removes a data folder but keeps its key, and does not touch any other folder', () => {
  const folder = join(dataDir, 'reset');
  mkdirSync(folder);
  writeFileSync(join(folder, 'letter.txt'), 'mine');
  const refused = run('admin', ['reset'], { DATA_DIR: folder });
  expect([refused.status, readdirSync(folder)]).toEqual([1, ['letter.txt']]);
  for (const name of ['sign-ins.json', 'secrets-key']) writeFileSync(join(folder, name), '');
  expect(run('admin', ['reset'], { DATA_DIR: folder }).stdout).toContain('The world is gone');
  expect(readdirSync(folder)).toEqual(['secrets-key']);
  expect(run('admin', ['reset'], { DATA_DIR: folder }).stdout).toContain('There is no world');
});

test('a wrong option or setting prints a sentence instead of a stack trace', () => {
  const wrong = run('admin', ['rotate-secrets', '--nonsense']);
  const hint = 'Nothing was changed. npm run admin -- rotate-secrets --help lists the options.';
  expect([wrong.status, wrong.stderr]).toEqual([1, `Unknown option '--nonsense'. ${hint}\n`]);
  const { status, stderr } = run('admin', ['rotate-secrets']);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('The setting LOCAL');
});

const unreachable = { LOCAL: 'true', DATABASE_URL: 'postgres://portal:hidden@127.0.0.1:1/portal', DATA_DIR: dataDir };
const refusal = 'The database in DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1. Nothing was changed.\n';

test.each(['failed-jobs', 'audit', 'verify-audit-log', 'rotate-secrets', 'distribute'])(
  'admin %s names the setting of a database that does not answer',
  (task) => {
    const { status, stderr } = run('admin', [task], unreachable);
    expect([status, stderr]).toEqual([1, refusal]);
  },
);

test('migrate and the start name the setting of a database that does not answer', () => {
  const env = { ...process.env, ...unreachable, PORT: '0' };
  expect(run('migrate', [], unreachable).stderr).toBe(refusal);
  const started = spawnSync(process.execPath, [compiled('main')], { cwd: root, encoding: 'utf8', env });
  expect([started.status, started.stderr]).toEqual([1, refusal]);
});

test.each([
  ['--end-sessions', '--end-sessions needs --token-key. Nothing was changed.\n'],
  ['--overlap=0', '--overlap needs --webhook-key. Nothing was changed.\n'],
])('rotate-secrets refuses %s without the key that it belongs to', (option, sentence) => {
  const { status, stderr } = run('admin', ['rotate-secrets', option], env);
  expect([status, stderr]).toEqual([1, sentence]);
});

test('verify warns of a variable that resembles a setting, and of no other one', () => {
  const others = { LARGEST_SHOE: '1', SMTP_URLS_OF_OTHERS: 'x', PORTAL_SERVICE_PORT: '80' };
  const misspelt = { LARGEST_AMUONT: '500', KEEP_MAIL: '90', DATABASE_URL_FIEL: '/etc/portal/database-url' };
  const { stdout, stderr } = run('admin', ['verify'], { ...env, ...others, ...misspelt });
  expect(
    stdout.split('\n').filter((line) => line.includes('not a setting')),
    stderr,
  ).toEqual([
    'WARNING LARGEST_AMUONT is not a setting and is ignored. Did you mean LARGEST_AMOUNT?',
    'WARNING KEEP_MAIL is not a setting and is ignored. Did you mean KEEP_MAILS?',
    'WARNING DATABASE_URL_FIEL is not a setting and is ignored. Did you mean DATABASE_URL_FILE?',
  ]);
});

test('a reader that closes the pipe early, such as head, ends no command with a stack trace', () => {
  const piped = `set -o pipefail; '${process.execPath}' '${compiled('node/commands/admin')}' audit | head -1`;
  const { status, stderr } = spawnSync('bash', ['-c', piped], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect([status, stderr]).toEqual([0, '']);
});

test('create-merchant, run twice, creates the merchant once; for a file with faults it lists all of them', () => {
  const create = (...parameters: string[]) => run('admin', ['create-merchant', '--file', ...parameters], env);
  const first = create('examples/merchant.json');
  expect(first.stdout, first.stderr).toMatch(/is merchant [0-9a-f-]{36}\.\n +application Web shop: /);
  expect(first.stdout).toContain('/auth/reset-password/link#');
  expect(create('examples/merchant.json').stdout).toContain('exists already');
  const broken = join(dataDir, 'broken.json');
  writeFileSync(broken, '{"companyName": "", "paymentFlatFeeInPercentage": 101, "applications": []}');
  const { status, stderr } = create(broken);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 5]);
  writeFileSync(broken, 'companyName: Harbour');
  expect(create(broken).stderr).toMatch(/broken.json cannot be read as JSON: .*Nothing was changed/);
  expect(run('admin', ['create-merchant'], env).stderr).toContain(
    'npm run admin -- create-merchant --file merchant.json',
  );
}, 300_000);

test('add-bank adds a bank once, and names every wrong option', () => {
  const add = (...parameters: string[]) => run('admin', ['add-bank', ...parameters], env);
  const right = ['--name', 'Bank of Test', '--country', 'gb, IE', '--currency', 'GBP'];
  const first = add(...right);
  expect(first.stdout, first.stderr).toBe(
    'Bank of Test is a bank now, with the id bank-of-test: United Kingdom, Ireland; GBP.\n',
  );
  expect(add(...right)).toMatchObject({ status: 1, stderr: expect.stringContaining('bank-of-test exists already') });
  const { status, stderr } = add('--name', '', '--country', 'XX', '--letters', 'ABC');
  expect(status).toBe(1);
  expect(stderr.split('\n').map((line) => line.trim().split(' ')[0])).toEqual([
    'The',
    '--name',
    '--letters',
    '--country',
    '--currency',
    'npm',
    '',
  ]);
}, 300_000);

test('failed-jobs lists none where none failed, and needs a kind with a reason', () => {
  const list = (...parameters: string[]) => run('admin', ['failed-jobs', ...parameters], env);
  expect(list().stdout).toBe('No job has failed.\n');
  expect(list('--retry', 'NOTICE_MAIL', '--reason', 'The mail server is back').stdout).toBe(
    '0 dead jobs of the kind NOTICE_MAIL will run again.\nNo job has failed.\n',
  );
  expect(list('--retry', 'NO_SUCH', '--reason', 'x').stderr).toMatch(
    /^--retry takes one of PAYOUT_SUBMIT, PAYOUT_TOLD/,
  );
  expect(list('--retry', 'NOTICE_MAIL').stderr).toMatch(/^--retry needs a --reason/);
}, 300_000);

test('disable stops the merchant by its name, and enable starts it again', () => {
  const named = ['--merchant', 'Harbour & Bloom Ltd'];
  expect(run('admin', ['disable', ...named, '--reason', 'x'.repeat(501)], env).stderr).toContain(
    'at most 500 characters',
  );
  expect(run('admin', ['disable', ...named, '--reason', 'Ownership dispute'], env).stdout).toMatch(
    /Harbour & Bloom Ltd .* is disabled now/,
  );
  expect(run('admin', ['enable', ...named], env).stdout).toMatch(/Harbour & Bloom Ltd .* is enabled now/);
  expect(run('admin', ['disable'], env).stderr).toContain('Name one merchant or one administrator');
}, 300_000);
