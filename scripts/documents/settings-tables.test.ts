import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portalSettingNames, settingVariable } from '@volume/contract/portal/settings.ts';
import { expect, test } from 'vitest';
import { serverSettings } from '#api/settings/server-settings.ts';
import { commandSettings } from '#scripts/documents/command-settings.ts';
import { commandTable, portalTable, serverTables } from '#scripts/documents/settings-tables.ts';
import { root } from '#scripts/run-command.mjs';

/** Set by the system, npm or Playwright. */
const foreign = ['PATH', 'INIT_CWD', 'npm_execpath', 'npm_lifecycle_event', 'TEST_WORKER_INDEX'];
/** Set by one of our scripts for another one. */
const internal = ['OUTCOME', 'VITE_DEMO'];
const listed = [
  ...Object.keys(serverSettings),
  ...portalSettingNames.map(settingVariable),
  ...Object.keys(commandSettings),
];

/** The environment variables that a source reads by name. */
function readsOf(source: string): string[] {
  const direct = source.matchAll(/\b(?:process\.env|variables)(?:\[['"]|\.(?=[A-Z])|, ')([A-Za-z_]+)/g);
  const taken = source.matchAll(/\{([^{}]*)\} = process\.env\b/g);
  return [
    ...[...direct].map(([, name = '']) => name),
    ...[...taken].flatMap(([, names = '']) => [...names.matchAll(/(?:^|,)\s*([A-Z_]+)/g)].map(([, name = '']) => name)),
  ];
}

/** The shops in examples/ and the command line tool are a merchant's programs with their own variables. */
const isOwn = (file: string): boolean => /^(examples|packages\/cli|scripts\/cli)\//.test(file);

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !isOwn(file) && existsSync(join(root, file)))
  .filter((file) => !file.endsWith('settings-tables.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('finds each way to read a variable', () => {
  const source = `
    process.env['ONE'], process.env.TWO, variables['THREE'], text(variables, 'FOUR');
    const { FIVE, SIX: _, ...others } = process.env;`;
  expect(readsOf(source)).toEqual(['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']);
});

test('docs/settings.md lists every variable that a source reads', () => {
  const known = [...listed, ...foreign, ...internal];
  const unlisted = sources.flatMap(({ file, text }) =>
    readsOf(text).flatMap((name) => (known.includes(name) ? [] : [`${file} reads ${name}`])),
  );
  expect(unlisted).toEqual([]);
});

test('every listed variable is read', () => {
  const read = sources.flatMap(({ text }) => readsOf(text));
  const readers = sources.filter(({ file }) =>
    /^apps\/api\/src\/settings(\.ts|\/(addresses|listening)\.ts)$/.test(file),
  );
  const isRead = (name: string) => read.includes(name) || readers.some(({ text }) => text.includes(`'${name}'`));
  const fromSchema = portalSettingNames.map(settingVariable);
  expect(listed.filter((name) => !fromSchema.includes(name) && !isRead(name))).toEqual([]);
});

test('the tables show default, value, requirement and file of a setting', () => {
  const rows = [serverTables(), portalTable(), commandTable()].join('\n').split('\n');
  const cellsOf = (name: string) =>
    rows
      .find((row) => row.startsWith(`| \`${name}\``))
      ?.split('|')
      .map((cell) => cell.trim())
      .slice(3, -1);
  expect(cellsOf('REPLICA_LAG_LIMIT')).toEqual(['a whole number from 1 to 3600, in seconds', '`5`', '–', '–']);
  expect(cellsOf('LOG_LEVEL')).toEqual(['info or error', '`info`', '–', '–']);
  expect(cellsOf('SECRETS_KEY')?.slice(1)).toEqual(['created in `DATA_DIR/secrets-key`', 'with `LOCAL=false`', 'yes']);
  expect(cellsOf('PORTAL_SIGN_UP_PASSWORD')?.slice(2)).toEqual(['for `npm run configure`', 'yes']);
  expect(cellsOf('ABUSE_ROUNDS')).toEqual(['3']);
});
