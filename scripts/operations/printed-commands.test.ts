import { readdirSync, readFileSync } from 'node:fs';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { resetPassword } from '@volume/contract/session/passwords.ts';
import { getPayIn } from '@volume/contract/pay-ins/pay-ins.ts';
import { createPaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { confirmTwoFactor, getTwoFactorSetUp, signIn } from '@volume/contract/session/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { totpCode, totpStep } from '#api/session/second-factor/totp.ts';
import { callApi, type CallInput } from '#api/testing/call-api.ts';
import { root } from '#scripts/run-command.mjs';
import { findPostgres } from '#scripts/throwaway-postgres.mjs';
import { readNamedCommands, readShellBlocks } from './printed-commands.ts';
import { deploymentBlocks, openPrintedDeployment, type PrintedDeployment } from './printed-deployment.ts';

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

test.each(['admin', 'prove', 'bench'])('the document of commands names every task of %s', (name) => {
  const row = new RegExp(`^\\| \`${name}\` .*$`, 'm').exec(readFileSync(`${root}docs/commands.md`, 'utf8'))?.[0] ?? '';
  const tasks = Object.keys(tasksOf(name) ?? {});
  expect(tasks.length).toBeGreaterThan(5);
  expect(tasks.filter((task) => !new RegExp(`\`${task}[\` ]`).test(row))).toEqual([]);
});

test('every shell block is run below, except the build, which has already run', () => {
  const run = [...deploymentBlocks, ...banks, ...failedJobs, ...disabling, ...backup];
  const left = blocks.map(({ text }) => text).filter((text) => !run.includes(text));
  expect(left).toEqual([expect.stringContaining('git clone')]);
});

const banks = under('The banks');
const failedJobs = under('Failed jobs');
const disabling = under('Disabling a merchant or an administrator');
const backup = under('Backup and restore');

const password = 'a password nobody knows';

describe.runIf(findPostgres())('the printed commands, on an empty PostgreSQL with LOCAL=false', () => {
  let deployment: PrintedDeployment;

  beforeAll(async () => {
    deployment = await openPrintedDeployment();
  });
  afterAll(() => deployment?.stop());

  const call = <E extends AnyEndpoint>(endpoint: E, given: CallInput = {}) => {
    const request = (path: string, init: RequestInit) => fetch(deployment.directAddress + path, init);
    return callApi({ request } as unknown as Parameters<typeof callApi>[0], endpoint, given);
  };
  const post = (path: string, form: Record<string, string>) =>
    fetch(deployment.directAddress + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });

  /** Opens a mailed link, chooses a password and signs in. */
  async function signInByLink(email: string) {
    const token = /\/auth\/reset-password\/link#([\w-]+)/.exec(deployment.newestMailTo(email) ?? '')?.[1] ?? '';
    expect((await call(resetPassword, { body: { token, password } })).status).toBe(204);
    return (await call(signIn, { body: { email, password } })).value();
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
        await fetch(`${deployment.directAddress}/sandbox/api/merchants/${merchantIdOf(token)}`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).text(),
    ) as { applications: { applicationId: string }[] };
    const paymentRequest = { currency: 'GBP', amount: 12.5, reference: 'ORDER-1' };
    const body = { applicationId: applications[0]?.applicationId, paymentRequest };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const { paymentIntentId } = (await call(createPaymentLink, { token, body, headers })).value();
    const begun = await post(`/sandbox/pay/${paymentIntentId}`, { institutionId: 'natwest', name: '' });
    const bank = new URL(begun.headers.get('location') ?? '', deployment.directAddress).pathname;
    await post(bank, { decision: 'APPROVE', name: 'Sam Shopper' });
    const paymentId = bank.split('/').at(-1) ?? '';
    const status = async () => (await call(getPayIn, { token, params: { paymentId } })).value().paymentStatus;
    await expect.poll(status, { timeout: 120_000, interval: 500 }).toBe('SETTLED');
  }

  test('lead from an empty server to a settled payment, a clean verify, a disabled merchant, and a restored copy', async () => {
    for (const text of deploymentBlocks) {
      const output = await deployment.run(text);
      if (text.includes('systemctl')) {
        await deployment.startUnit();
        await setUpAuthenticator();
      }
      if (text.includes('create-merchant')) {
        expect(output).toMatch(/can be created. Nothing was written[\s\S]*is merchant [0-9a-f-]{36}/);
        await takePayment();
      }
      if (text.includes('npm run admin -- verify')) expect(output).toContain('\nClean.\n');
    }
    expect(await deployment.run(failedJobs.join('\n'))).toContain(
      '0 dead jobs of the kind PAYOUT_TOLD will run again.',
    );
    expect(await deployment.run(banks.join('\n'))).toContain('Bank of Ireland UK');
    expect(await deployment.run(disabling.join('\n'))).toMatch(/is disabled now[\s\S]*is enabled now/);
    const restored = await deployment.run(`unset DATABASE_URL_FILE\n${backup.join('\n')}`);
    expect(restored).toContain('\nClean.\n');
  }, 900_000);
});

const merchantIdOf = (token: string): string =>
  (JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as { merchantId: string })
    .merchantId;
