import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).filter(([, script]) => script.includes('/node/commands/'));
const dataDir = mkdtempSync(join(tmpdir(), 'commands-'));
beforeAll(async () => (await connect({ dataDir })).close());
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs a command as npm does; without any valid setting unless `env` provides one. */
function run(script: string, parameters: readonly string[], env: Record<string, string> = { LOCAL: 'broken' }) {
  const [, ...words] = script.split(' ');
  const { DATABASE_URL: _, ...surroundings } = process.env;
  const options = { cwd: root, encoding: 'utf8', env: { ...surroundings, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...words, ...parameters], options);
  return { status, stdout, stderr };
}

test.each(commands)('npm run %s prints its help without reading a setting', (name, script) => {
  const { status, stdout, stderr } = run(script, ['--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm run ${name}\\b`));
  expect(stdout.split('\n').length).toBeGreaterThan(2);
});

test('a wrong option or setting gives a sentence instead of a stack trace', () => {
  const script = scripts['rotate-secrets'] ?? '';
  const wrong = run(script, ['--nonsense']);
  const hint = 'Nothing was changed. npm run rotate-secrets -- --help lists the options.';
  expect([wrong.status, wrong.stderr]).toEqual([1, `Unknown option '--nonsense'. ${hint}\n`]);
  const { status, stderr } = run(script, []);
  expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
  expect(stderr).toContain('The setting LOCAL');
});

test('create-merchant, run twice, creates the merchant once; for a file with faults it lists all of them', () => {
  const script = scripts['create-merchant'] ?? '';
  const env = { DATA_DIR: dataDir };
  const create = (...parameters: string[]) => run(script, ['--file', ...parameters], env);
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
  expect(run(script, [], env).stderr).toContain('npm run create-merchant -- --file merchant.json');
}, 300_000);

test('disable stops the merchant by its name, and enable starts it again', () => {
  const env = { DATA_DIR: dataDir };
  const named = ['--merchant', 'Harbour & Bloom Ltd'];
  expect(run(scripts['disable'] ?? '', named, env).stdout).toMatch(/Harbour & Bloom Ltd .* is disabled now/);
  expect(run(scripts['enable'] ?? '', named, env).stdout).toMatch(/Harbour & Bloom Ltd .* is enabled now/);
  expect(run(scripts['disable'] ?? '', [], env).stderr).toContain('Name one merchant or one administrator');
}, 300_000);
