import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { toSignUpBody } from '@volume/contract/merchants/sign-up.ts';
import { compiled } from '#api/testing/compiled.ts';
import { root } from '#scripts/run-command.mjs';

export interface Program {
  pid: number | undefined;
  /** Waits until the output contains this text. */
  prints: (words: string) => Promise<void>;
  printed: () => string;
  errors: () => string;
  write: (text: string | Uint8Array) => void;
  interrupt: () => void;
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>;
  stop: () => Promise<void>;
}

const running: Program[] = [];

/** Starts a Node program of the repository. */
export function start(parts: readonly string[], variables: Record<string, string>): Program {
  const child = spawn(process.execPath, parts, { cwd: root, env: { ...process.env, ...variables } });
  const program = watch(child);
  running.push(program);
  return program;
}

export async function stopAll(): Promise<void> {
  for (const program of running.splice(0).toReversed()) await program.stop();
}

function watch(child: ChildProcess): Program {
  let out = '';
  let errors = '';
  const looks = new Set<() => void>();
  const add = (part: unknown, isError: boolean) => {
    if (isError) errors += String(part);
    else out += String(part);
    for (const look of looks) look();
  };
  child.stdout?.on('data', (part) => add(part, false));
  child.stderr?.on('data', (part) => add(part, true));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    pid: child.pid,
    prints: (words) =>
      new Promise((resolve, reject) => {
        const look = () => void ((out + errors).includes(words) && resolve());
        looks.add(look);
        void ended.then(() => reject(new Error(`It ended without saying “${words}”: ${out}${errors}`)));
        look();
      }),
    printed: () => out,
    errors: () => errors,
    write: (text) => void child.stdin?.end(text),
    interrupt: () => void child.kill('SIGINT'),
    ended,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** A terminal window in which a user types. */
interface Shell extends Program {
  /** Seconds of user and system time of all its programs, once it has ended. */
  processorTime: () => number;
}

/** Types lines into bash, one after another. `interrupt` is Ctrl+C. */
export function openShell(lines: string, folder: string, variables: Record<string, string>): Shell {
  const script = `trap : INT\n${lines}\ncode=$?\ntimes\nexit $code`;
  const env = { ...process.env, LC_ALL: 'C', npm_config_update_notifier: 'false', ...variables };
  const child = spawn('bash', ['-c', script], { cwd: folder, env, detached: true });
  const program = watch(child);
  // Ctrl+C reaches every program of the window.
  const signal = (name: NodeJS.Signals) => void process.kill(-(child.pid ?? 0), name);
  const shell: Shell = {
    ...program,
    interrupt: () => signal('SIGINT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) signal('SIGKILL');
      await program.ended;
    },
    processorTime: () => {
      const printed = [...program.printed().matchAll(/(\d+)m([\d.]+)s/g)];
      // User and system time of bash, and then of its child processes.
      const [own, ...others] = printed.slice(-4).map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
      if (own === undefined || others.length < 3) throw new Error('The window has not ended.');
      return others.reduce((sum, each) => sum + each, own);
    },
  };
  running.push(shell);
  return shell;
}

/** The user and system time that a running program has used so far, in whole seconds. */
export function processorTimeOf({ pid }: Program): number {
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = execFileSync('ps', ['-o', 'time=', '-p', String(pid)])
    .toString()
    .trim()
    .split(/[-:]/)
    .map(Number)
    .toReversed();
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

export interface Portal {
  api: string;
  program: Program;
}

/** The real app with the embedded database in this folder. */
export async function startPortal(folder: string, port: number): Promise<Portal> {
  const program = start([compiled('main')], {
    PORT: String(port),
    DATA_DIR: folder,
    SAMPLE_PAYMENTS: '400',
    LOG_LEVEL: 'error',
  });
  await program.prints('The Volume Merchant Portal is at');
  return { api: `http://127.0.0.1:${port}/sandbox`, program };
}

export interface Account {
  merchantId: string;
  applicationId: string;
  /** Makes a named key; returns its value. */
  makeKey: (name: string, scopes: readonly string[]) => Promise<string>;
}

/** Opens a sandbox account and signs in to it, as a user does in the portal. */
export async function openAccount(api: string): Promise<Account> {
  const email = `engineer-${crypto.randomUUID().slice(0, 8)}@kite.example`;
  const password = 'seven balloons over the sea';
  const fields = { companyName: `Kite ${email.slice(9, 17)}`, email, fullName: 'Nora Kite', phoneNumber: '' };
  const basic = { authorization: `Basic ${btoa('sign-up@sandbox.example:sandbox-sign-up')}` };
  const { merchantId, applicationId } = await post(
    `${api}/api/merchants/create-with-non-virtual-pay-in-account/sandbox`,
    toSignUpBody(fields),
    basic,
  );
  const mails = (await (await fetch(`${api}/outbox.json`)).json()) as { text: string }[];
  const token = mails.flatMap(({ text }) => /\/auth\/reset-password\/link#([\w-]+)/.exec(text)?.[1] ?? [])[0];
  await post(`${api}/api/accounts/reset-password`, { token, password });
  const { accessToken } = await post(`${api}/api/accounts/sign-in`, { email, password });
  const session = { authorization: `Bearer ${accessToken}` };
  return {
    merchantId: merchantId ?? '',
    applicationId: applicationId ?? '',
    makeKey: async (name, scopes) => {
      const { stepUpToken } = await post(`${api}/api/accounts/self/step-up`, { password }, session);
      const path = `merchants/${merchantId}/applications/${applicationId}/keys`;
      const proof = { ...session, 'x-step-up': stepUpToken ?? '' };
      return (await post(`${api}/api/${path}`, { name, scopes }, proof))['value'] ?? '';
    },
  };
}

async function post(
  address: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await fetch(address, {
    method: 'POST',
    headers: { ...json, 'x-caller-type': 'merchant_portal', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
}

const submit = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

/** Pays like a shopper: opens the link, chooses a bank and approves there. */
export async function pay(link: string): Promise<void> {
  const chosen = await submit(link, { institutionId: 'natwest', name: 'Ada Marsh' });
  const bank = new URL(chosen.headers.get('location') ?? '', link);
  const agreed = await submit(bank.href, { decision: 'APPROVE', name: 'Ada Marsh' });
  if (agreed.status >= 400) throw new Error(`The bank answered ${agreed.status}.`);
}

/** The command line tool as a user has it after `npm run build`. */
export const volume = (variables: Record<string, string>, ...words: readonly string[]): Program =>
  start([join(root, 'packages/cli/bin/volume.mjs'), ...words], variables);
