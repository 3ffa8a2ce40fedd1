import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSampleMessage } from '@volume/contract/webhooks/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { makeApiKey } from '#testing/api-keys/make-api-key.ts';
import { openPeople } from '#testing/open-people.ts';
import { ids } from '#testing/seed-people.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { type Language, languages } from '#testing/docs/webhook-programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'volume-languages-'));
let database: Database;
let api: TestApp;
let apiKey: Record<string, string>;
let page: string;
let keys: string;
let standardKeys: string;

beforeAll(async () => {
  database = await openPeople();
  api = createTestApp(database);
  apiKey = await makeApiKey(api);
  const read = async (path: string) => (await api.app.request(`/sandbox/${path}`)).text();
  page = await read('docs/guides/webhooks.md');
  const listed = async (path: string) => JSON.parse(await read(`.well-known/signature/${path}`)) as Key[];
  keys = (await listed('keys')).map(({ keyId, publicKey }) => `${keyId} ${publicKey}`).join('\n');
  standardKeys = (await listed('ed25519')).map(({ publicKey }) => publicKey).join('\n');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

/** A webhook that was signed at a moment of the clock of this machine, which the languages read. */
async function signAt(moment: number): Promise<Given> {
  api.pass({ seconds: Math.round((moment - api.services.clock.now().getTime()) / 1000) });
  const params = { merchantId: ids.harbour, applicationId: ids.harbourShop };
  const read = await api.call(getSampleMessage, { params, query: 'kind=PAYMENT', headers: apiKey });
  const { headers, body } = read.value();
  return { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])), body };
}

interface Key {
  keyId: string;
  publicKey: string;
}

interface Given {
  headers: Record<string, string>;
  body: string;
  keys?: string;
  applicationId?: string;
}

const isThere = ({ needs }: Language) => needs.every(([command, flag]) => spawnSync(command, [flag]).status === 0);

/** Runs a program whose failure is a failure of the test. */
function run(command: string, args: string[], input = ''): string {
  // oxlint-disable-next-line node/no-process-env -- the languages are found there
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, input });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${String(stderr)}`);
  return String(stdout).trim();
}

/** What the two functions of the guide say of each request: `isOurs isStandard`. */
function ask(
  { run: { command, args } }: Language,
  requests: Record<string, Given>,
): Record<string, string | undefined> {
  const lines = Object.values(requests).map((given) => {
    const headers = Object.entries(given.headers).map(([name, value]) => `${name} ${value}`);
    const { applicationId = ids.harbourShop, keys: known = keys, body } = given;
    const texts = [applicationId, headers.join('\n'), known, standardKeys, body];
    return texts.map((text) => Buffer.from(text).toString('base64')).join(' ');
  });
  const said = run(command, args, lines.join('\n')).split(/\r?\n/);
  expect(said).toHaveLength(lines.length);
  return Object.fromEntries(Object.keys(requests).map((name, at) => [name, said[at]]));
}

test.for(Object.entries(languages))(
  'the code in %s takes our webhook, and nothing else',
  async ([name, language], context) => {
    if (!isThere(language)) return context.skip(`needs ${name}: apt-get install ${language.package}`);
    const source = page.split(`\`\`\`${language.fence}\n`)[1]?.split('\n```')[0] ?? '';
    writeFileSync(join(folder, language.file), source);
    writeFileSync(join(folder, language.main.file), language.main.source);
    for (const { command, args } of language.build) run(command, args);
    const old = await signAt(Date.now() - 3_600_000);
    const message = await signAt(Date.now());
    const asked = (given: Partial<Given>): Given => ({ ...message, ...given });
    const changed = (change: Record<string, string>) => asked({ headers: { ...message.headers, ...change } });
    const standard = message.headers['webhook-signature'] ?? '';
    const wrong = `v1a,${Buffer.alloc(64).toString('base64')}`;
    const answers = ask(language, {
      genuine: asked({}),
      'changed body': asked({ body: message.body.replace('{', '{ ') }),
      old: asked(old),
      'another time': changed({ 'x-signature-timestamp': '1790000000', 'webhook-timestamp': '1790000000' }),
      'no time': changed({ 'x-signature-timestamp': 'now', 'webhook-timestamp': 'now' }),
      'another application': changed({ 'x-signature-application-id': ids.strangerShop }),
      'the key of another application': asked({ applicationId: ids.strangerShop }),
      'an unknown key': asked({ keys: '' }),
      'another id': changed({ 'webhook-id': ids.strangerShop }),
      'two signatures': changed({ 'webhook-signature': `${wrong} ${standard}` }),
      'wrong signatures': changed({ 'x-signature': 'AAAA', 'webhook-signature': wrong }),
      'no base64': changed({ 'x-signature': '%', 'webhook-signature': 'v1a,% v1, v2' }),
      'no headers': asked({ headers: {} }),
    });
    expect(answers).toEqual({
      genuine: 'true true',
      'changed body': 'false false',
      old: 'false false',
      'another time': 'false false',
      'no time': 'false false',
      'another application': 'false true',
      'the key of another application': 'false true',
      'an unknown key': 'false true',
      'another id': 'true false',
      'two signatures': 'true true',
      'wrong signatures': 'false false',
      'no base64': 'false false',
      'no headers': 'false false',
    });
  },
);
