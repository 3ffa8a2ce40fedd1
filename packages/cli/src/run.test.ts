import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { storeSettings } from '#core/settings.ts';
import { plain, printRows } from '#core/terminal.ts';
import { commands } from './commands.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'volume-run-'));
const file = join(folder, 'own', 'settings.json');
const settings = { api: 'https://api.example.com/sandbox', applicationId: 'a-1', secret: 'volume_secret' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(words: readonly string[], variables: Record<string, string> = {}) {
  const out: string[] = [];
  const errors: string[] = [];
  const terminal = {
    print: (line: string) => void out.push(line),
    note: (line: string) => void errors.push(line),
    variables: { VOLUME_CONFIG: join(folder, 'none.json'), ...variables },
    readInput: async () => new Uint8Array(),
  };
  const code = await run(words, terminal, new AbortController().signal);
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}

test.each([
  [['listen'], '--forward-to'],
  [['listen', '--forward-to', 'localhost:3000'], '--forward-to'],
  [['listen', '--forward-to', 'http://localhost:3000', '--types', 'payments'], '--types'],
  [['listen', '--forward-to', 'http://localhost:3000', '--count', '0'], '--count'],
  [['links', 'create', '--amount', '12,50', '--reference', 'A'], '--amount'],
  [['links', 'create', '--amount', '12.50'], '--reference'],
  [['links', 'create', '--amount', '12.50', '--reference', 'A', '--currency', 'USD'], '--currency'],
  [['links', 'create', '--amount', '12.50', '--reference', 'A', '--metadata', 'customer'], '--metadata'],
  [['links', 'create', '--amount', '1', '--reference', 'A', '--metadata', 'a=1', '--metadata', 'a=2'], 'a twice'],
  [['links'], 'create, show or cancel'],
  [['links', 'delete', 'x'], 'none of: create, show, cancel'],
  [['payments', 'show'], 'needs an id'],
  [['payments', 'list', 'all'], 'a word too many'],
  [['events', '--limit', '0'], '--limit'],
  [['listen', '--secret', 'x'], '--secret'],
  [['doctor', '--url', 'ftp://localhost'], '--url'],
  [['deliver'], 'no command deliver'],
  [['payments'], 'VOLUME_API'],
  [['verify'], 'VOLUME_API'],
])('a wrong use (%j) has exit code 2 and says what is wrong on stderr', async (words, sentence) => {
  expect(await call(words)).toEqual({ code: 2, out: '', errors: expect.stringContaining(sentence) });
});

test('every command has a help text with its options and the exit codes', async () => {
  const all = await call(['--help']);
  expect([all.code, all.errors]).toEqual([0, '']);
  for (const { name, options } of commands) {
    expect(all.out).toContain(`  ${name} `);
    const { code, out } = await call([name, '--help']);
    expect(code).toBe(0);
    for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
    expect(out).toContain('Exit codes: 0 ');
  }
});

test('a missing setting is named, and neither the key nor its file is printed', async () => {
  const given = { VOLUME_API: settings.api, VOLUME_APPLICATION_ID: settings.applicationId };
  expect((await call(['payments'], given)).errors).toBe(
    "Missing: the application's key. Set VOLUME_APPLICATION_SECRET, or sign in with `volume login`.",
  );
  expect((await call(['payments'], { VOLUME_API: 'api.example.com' })).errors).toBe(
    'VOLUME_API has to be an address such as https://api.example.com/sandbox, but it is “api.example.com”.',
  );
});

test('stored settings can be read by their owner only, and are replaced as a whole', async () => {
  const path = await storeSettings({ VOLUME_CONFIG: file }, { ...settings, secret: 'volume_older' });
  await storeSettings({ VOLUME_CONFIG: file }, settings);
  expect([path, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([file, settings]);
  // Windows has no such modes.
  if (process.platform !== 'win32') expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
});

test.each([{ api: 5 }, { ...settings, applicationId: 7 }, { ...settings, secret: ['x'] }])(
  'a settings file with a field that is no text (%j) is a wrong use, and its file is named',
  async (stored) => {
    const path = join(folder, 'wrong.json');
    writeFileSync(path, JSON.stringify(stored));
    const { code, errors } = await call(['payments'], { VOLUME_CONFIG: path });
    expect([code, errors]).toEqual([2, `${path} is not a settings file. Delete it, or write it again.`]);
  },
);

test('a stored key is not sent to another API', async () => {
  await storeSettings({ VOLUME_CONFIG: file }, settings);
  const elsewhere = await call(['payments'], { VOLUME_CONFIG: file, VOLUME_API: 'https://api.example.com/live' });
  expect([elsewhere.code, elsewhere.errors]).toEqual([2, expect.stringContaining("the application's id")]);
  // An application named by a variable needs its own key: the stored one is not used.
  const other = await call(['payments'], { VOLUME_CONFIG: file, VOLUME_APPLICATION_ID: 'a-2' });
  expect([other.code, other.errors]).toEqual([2, expect.stringContaining('VOLUME_APPLICATION_SECRET')]);
});

test('a reader that closes the pipe ends the tool without a stack trace', async () => {
  const main = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', main, 'trigger', '--list']);
  child.stdout.destroy();
  let errors = '';
  child.stderr.on('data', (part) => (errors += String(part)));
  expect([await once(child, 'close'), errors]).toEqual([[1, null], '']);
});

test('text from other sources cannot control the terminal', () => {
  const printed: string[] = [];
  const terminal = {
    print: (line: string) => void printed.push(line),
    note: () => undefined,
    variables: {},
    readInput: async () => new Uint8Array(),
  };
  const rows = [{ name: '\u001b[31mRed\u0007\nnext\u009b' }, { name: null }];
  printRows(terminal, { rows, columns: [['Name', ({ name }) => name]], isJson: false, none: '' });
  expect(printed).toEqual(['Name', '?[31mRed??next?', '–']);
  expect(plain(undefined)).toBe('–');
});
