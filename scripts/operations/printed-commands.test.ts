import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { confirmTwoFactor, getTwoFactorSetUp, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '#api/session/second-factor/totp.ts';
import { callApi, type CallInput } from '#api/testing/call-api.ts';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';
import { readEnvironmentFile, readNamedCommands, readShellBlocks } from './printed-commands.ts';
import { type MailCatcher, startMailCatcher } from './tls-mail-catcher.ts';

const blocks = readShellBlocks('operations.md');
const under = (heading: string) => blocks.filter((block) => block.heading === heading).map(({ text }) => text);
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };

/**
 * The tasks of a command such as `admin`, each with the script that it starts; undefined for a command without tasks.
 */
function tasksOf(name: string): Record<string, string> | undefined {
  const file = /\S+\.ts$/.exec(scripts[name] ?? '')?.[0];
  const source = file === undefined ? '' : readFileSync(root + file, 'utf8');
  if (!source.includes('runNamedTask(')) return undefined;
  return Object.fromEntries(
    [...source.matchAll(/^ {2}'?([a-z-]+)'?: \{[\s\S]*?import\('([^']+)'\)/gm)].map(([, task = '', script = '']) => [
      task,
      script,
    ]),
  );
}

test('every npm command in a document exists, with its task and options', () => {
  const documents = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  const decisions = readdirSync(`${root}docs/decisions`).map((name) => `decisions/${name}`);
  const texts = [...documents, ...decisions].map((name) => `docs/${name}`);
  const others = [
    'README.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    'compose.yaml',
    '.github/pull_request_template.md',
  ];
  const wrong = [...texts, ...others].flatMap((path) =>
    readNamedCommands(readFileSync(root + path, 'utf8')).flatMap(({ name, task, options }) => {
      if (scripts[name] === undefined) return [`${path}: npm run ${name}`];
      const tasks = tasksOf(name);
      // Without a task, the command lists its tasks.
      if (tasks === undefined || task === '') return [];
      if (tasks[task] === undefined) return [`${path}: npm run ${name} -- ${task}`];
      if (name !== 'admin') return [];
      const source = `${readFileSync(`${root}apps/api/src/node/commands/${tasks[task]}`, 'utf8')}  --help `;
      return options
        .filter((option) => !source.includes(`  --${option} `))
        .map((option) => `${path}: ${name} -- ${task} --${option}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('every shell block is run below, except the build, which has already run', () => {
  const run = [...deployment, ...banks, ...disabling, ...backup];
  const left = blocks.map(({ text }) => text).filter((text) => !run.includes(text));
  expect(left).toEqual([expect.stringContaining('git clone')]);
});

const deployment = under('A deployment, step by step').filter((text) => !text.includes('git clone'));
const banks = under('The banks');
const disabling = under('Disabling a merchant or an administrator');
const backup = under('Backup and restore');

/** One shell for all blocks, like an operator's; the first command that fails ends it. */
function openShell(place: string, env: Record<string, string>) {
  const shell = spawn('bash', ['-eu', '-o', 'pipefail'], { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let [output, count] = ['', 0];
  let look: () => void = () => undefined;
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part) => ((output += String(part)), look()));
  shell.on('close', () => look());
  return {
    run: (text: string): Promise<string> => {
      const [begin, mark] = [output.length, `::done ${(count += 1)}`];
      writeFileSync(join(place, 'block.sh'), text);
      shell.stdin.write(`. '${join(place, 'block.sh')}' < /dev/null\necho '${mark}'\n`);
      return new Promise((resolve, reject) => {
        look = () => {
          if (output.includes(mark)) resolve(output.slice(begin));
          else if (shell.exitCode !== null) reject(new Error(`${text}\n${output.slice(begin)}`));
        };
      });
    },
    close: () => shell.kill(),
  };
}

/** Replacements for commands that need a whole machine: other users, and systemd. */
const shims = {
  sudo: 'shift 2; PGHOST=127.0.0.1 PGPORT=$TEST_PG_PORT PGUSER=volume PGDATABASE=postgres exec "$@"',
  useradd: 'true',
  chgrp: 'true',
  systemctl: 'true',
  install: '[ "$4" = -g ] && exec /usr/bin/install -d -m "$3" "$6"',
};

const password = 'a password nobody knows';

describe.runIf(findPostgres())('the printed commands, on an empty PostgreSQL with LOCAL=false', () => {
  const place = mkdtempSync(join(tmpdir(), 'printed-'));
  let postgres: Awaited<ReturnType<typeof startThrowawayPostgres>>;
  let mails: MailCatcher;
  let shell: ReturnType<typeof openShell>;
  let server: ChildProcess | undefined;
  let base: string;
  let surroundings: Record<string, string>;
  let adapt: (text: string) => string;

  beforeAll(async () => {
    // Test servers use no synchronous commit by default; `verify` would report that.
    postgres = await startThrowawayPostgres({ settings: { synchronous_commit: 'on' } });
    mails = await startMailCatcher(place);
    const [port, metricsPort, databasePort] = [await freePort(), await freePort(), new URL(postgres.url).port];
    base = `http://127.0.0.1:${port}`;
    for (const folder of ['bin', 'systemd']) mkdirSync(join(place, folder));
    for (const [name, text] of Object.entries(shims)) {
      writeFileSync(join(place, 'bin', name), `#!/bin/bash\n${text}\n`);
      chmodSync(join(place, 'bin', name), 0o755);
    }
    adapt = (text) =>
      text
        .replaceAll('/etc/systemd/system', join(place, 'systemd'))
        .replaceAll('/etc/portal', join(place, 'etc'))
        .replaceAll('/srv/portal', root.replace(/\/$/, ''))
        .replaceAll('@127.0.0.1/portal', `@127.0.0.1:${databasePort}/portal`)
        .replaceAll('@mail.example.com', `@localhost:${mails.port}`)
        .replaceAll('METRICS_PORT=9400', `METRICS_PORT=${metricsPort}`)
        .replaceAll('PORT=4000', `PORT=${port}`)
        .replaceAll('portal.dump', join(place, 'portal.dump'));
    const path = [join(place, 'bin'), findPostgres(), process.env['PATH']].join(':');
    surroundings = { PATH: path, HOME: place, NODE_EXTRA_CA_CERTS: mails.certificate, TEST_PG_PORT: databasePort };
    shell = openShell(place, surroundings);
  });
  afterAll(async () => {
    shell?.close();
    server?.kill('SIGKILL');
    mails?.close();
    await postgres?.stop();
    rmSync(place, { recursive: true, force: true });
  });

  const call = <E extends AnyEndpoint>(endpoint: E, given: CallInput = {}) => {
    const request = (path: string, init: RequestInit) => fetch(base + path, init);
    return callApi({ request } as unknown as Parameters<typeof callApi>[0], endpoint, given);
  };
  const post = (path: string, form: Record<string, string>) =>
    fetch(base + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  /** Opens a mailed link, chooses a password and signs in. */
  async function signInByLink(email: string) {
    const token = /\/auth\/reset-password\/link#([\w-]+)/.exec(mails.newestTo(email) ?? '')?.[1] ?? '';
    expect((await call(resetPassword, { body: { token, password } })).status).toBe(204);
    return (await call(signIn, { body: { email, password } })).value();
  }

  /** Starts the command of the systemd unit, with the environment that systemd would set. */
  async function startUnit() {
    const unit = adapt(readFileSync(join(place, 'systemd', 'portal.service'), 'utf8'));
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const settings = readEnvironmentFile(valueOf('EnvironmentFile'));
    const shown = await shell.run(
      Object.keys(settings)
        .map((name) => `echo "${name}=$${name}"`)
        .join('\n'),
    );
    expect(shown.split('\n').filter((line) => /^[A-Z_]+=/.test(line))).toEqual(
      Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    );
    const [node, ...parameters] = valueOf('ExecStart').split(' ');
    expect(node).toBe('/usr/bin/node');
    const env = { ...surroundings, ...settings };
    server = spawn(process.execPath, parameters, { cwd: valueOf('WorkingDirectory'), env, stdio: 'ignore' });
    const isOver = () => server?.exitCode !== null;
    expect(await awaitAnswer(`${base}/health/ready`, { patienceMs: 300_000, isOver })).toBe(true);
  }

  async function setUpAuthenticator() {
    const asked = await signInByLink('ada@example.com');
    if (!('twoFactorRequestId' in asked)) throw new Error('The administrator is not asked for an authenticator.');
    const params = { twoFactorRequestId: asked.twoFactorRequestId };
    const { secret } = (await call(getTwoFactorSetUp, { params })).value();
    const code = await totpCode(secret, totpStep(new Date()));
    expect((await call(confirmTwoFactor, { params, body: { code } })).status).toBe(200);
  }

  async function takePayment(): Promise<void> {
    const signedIn = await signInByLink('owner@harbour-bloom.example');
    const token = 'accessToken' in signedIn ? signedIn.accessToken : '';
    const { applications } = JSON.parse(
      await (
        await fetch(`${base}/sandbox/api/merchants/${merchantIdOf(token)}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).text(),
    ) as { applications: { applicationId: string }[] };
    const paymentRequest = { currency: 'GBP', amount: 12.5, reference: 'ORDER-1' };
    const body = { applicationId: applications[0]?.applicationId, paymentRequest };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { paymentIntentId } = (await call(createPaymentLink, { token, body, headers })).value();
    const begun = await post(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest', name: '' });
    const bank = new URL(begun.headers.get('location') ?? '', base).pathname;
    await post(bank, { decision: 'APPROVE', name: 'Sam Shopper' });
    const paymentId = bank.split('/').at(-1) ?? '';
    const status = async () => (await call(getPayIn, { token, params: { paymentId } })).value().paymentStatus;
    await expect.poll(status, { timeout: 120_000, interval: 500 }).toBe('SETTLED');
  }

  test('lead from an empty server to a settled payment, a clean verify, a disabled merchant, and a restored copy', async () => {
    for (const text of deployment) {
      const output = await shell.run(adapt(text));
      if (text.includes('systemctl')) {
        await startUnit();
        await setUpAuthenticator();
      }
      if (text.includes('create-merchant')) {
        expect(output).toMatch(/can be created. Nothing was written[\s\S]*is merchant [0-9a-f-]{36}/);
        await takePayment();
      }
      if (text.includes('npm run admin -- verify')) expect(output).toContain('\nClean.\n');
    }
    expect(await shell.run(banks.map(adapt).join('\n'))).toContain('Bank of Ireland UK');
    expect(await shell.run(disabling.map(adapt).join('\n'))).toMatch(/is disabled now[\s\S]*is enabled now/);
    const restored = await shell.run(`unset DATABASE_URL_FILE\n${backup.map(adapt).join('\n')}`);
    expect(restored).toContain('\nClean.\n');
  }, 900_000);
});

const merchantIdOf = (token: string): string =>
  (JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as { merchantId: string })
    .merchantId;
