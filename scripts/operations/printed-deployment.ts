import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from '#api/testing/compiled.ts';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';
import { findPostgres, startThrowawayPostgres } from '#scripts/throwaway-postgres.mjs';
import { readEnvironmentFile, readShellBlocks } from './printed-commands.ts';
import { type MailCatcher, startMailCatcher } from './tls-mail-catcher.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

export interface PrintedDeployment {
  /** The public address, behind the proxy. */
  address: string;
  /** The same server without the proxy. */
  directAddress: string;
  /** The certificate of the mail server and the proxy. */
  certificate: string;
  /** A folder for files, removed by stop. */
  place: string;
  newestMailTo: MailCatcher['newestTo'];
  /** Runs a shell block as it is printed, in the one shell of this deployment; throws with its output when a command fails. */
  run: (text: string) => Promise<string>;
  /** Starts the command of the systemd unit, with the environment that systemd would set. */
  startUnit: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The blocks of "A deployment, step by step", except the build, which has already run. */
export const deploymentBlocks: readonly string[] = readShellBlocks('operations.md')
  .filter(({ heading, text }) => heading === 'A deployment, step by step' && !text.includes('git clone'))
  .map(({ text }) => text);

/** Replacements for commands that need a whole machine: other system users, and systemd. */
const shims = {
  sudo: 'shift 2; PGHOST=127.0.0.1 PGPORT=$TEST_PG_PORT PGUSER=volume PGDATABASE=postgres exec "$@"',
  useradd: 'true',
  chgrp: 'true',
  systemctl: 'true',
  install: '[ "$4" = -g ] && exec /usr/bin/install -d -m "$3" "$6"',
};

/**
 * An empty machine for the printed commands: a separate PostgreSQL, a mail server with TLS, a proxy with TLS, and a shell. The
 * runbook's examples are replaced by these; `basePath` decides the label. With `isCompiled`, its programs are JavaScript, like
 * in the image: each start takes seconds less of a processor.
 */
export async function openPrintedDeployment(basePath = '/sandbox', isCompiled = false): Promise<PrintedDeployment> {
  const place = mkdtempSync(join(tmpdir(), 'printed-'));
  // Test servers use no synchronous commit by default; `verify` would report that.
  const postgres = await startThrowawayPostgres({ settings: { synchronous_commit: 'on' } });
  const mails = await startMailCatcher(place);
  const port = await freePort();
  const proxy = await startTlsProxy(place, port);
  const adapt = await adaptTo({ place, port, basePath, isCompiled, postgres, mails, proxy });
  writeShims(place);
  const env = {
    PATH: [join(place, 'bin'), findPostgres(), process.env['PATH']].join(':'),
    HOME: place,
    NODE_EXTRA_CA_CERTS: mails.certificate,
    TEST_PG_PORT: new URL(postgres.url).port,
  };
  const shell = openShell(place, env);
  const directAddress = `http://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  return {
    address: proxy.address,
    directAddress,
    certificate: mails.certificate,
    place,
    newestMailTo: mails.newestTo,
    run: (text) => shell.run(adapt(text)),
    startUnit: async () => {
      server = await startCommandOf(adapt(readFileSync(join(place, 'systemd', 'portal.service'), 'utf8')), shell, env);
      const isOver = () => server?.exitCode !== null;
      const isReady = await awaitAnswer(`${directAddress}/health/ready`, { patienceMs: 300_000, isOver });
      if (!isReady) throw new Error('The unit’s process did not get ready.');
    },
    stop: async () => {
      shell.close();
      proxy.close();
      server?.kill('SIGKILL');
      mails.close();
      await postgres.stop();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

function writeShims(place: string): void {
  for (const folder of ['bin', 'systemd']) mkdirSync(join(place, folder));
  for (const [name, text] of Object.entries(shims)) {
    writeFileSync(join(place, 'bin', name), `#!/bin/bash\n${text}\n`);
    chmodSync(join(place, 'bin', name), 0o755);
  }
}

interface Machine {
  place: string;
  port: number;
  basePath: string;
  isCompiled: boolean;
  postgres: { url: string };
  mails: MailCatcher;
  proxy: TlsProxy;
}

/** Replaces the parts that a reader replaces too: folders, ports and addresses. */
async function adaptTo({ place, port, basePath, isCompiled, postgres, mails, proxy }: Machine) {
  const main = isCompiled ? compiled('main') : undefined;
  const folder = main === undefined ? root.replace(/\/$/, '') : join(main, '../../../..');
  const metricsPort = await freePort();
  return (text: string): string =>
    text
      .replaceAll('/etc/systemd/system', join(place, 'systemd'))
      .replaceAll('/etc/portal', join(place, 'etc'))
      .replaceAll('/srv/portal/deploy', join(root, 'deploy'))
      .replaceAll('/srv/portal', folder)
      .replaceAll('--import tsx apps/api/src/main.ts', main ?? '$&')
      .replaceAll('@127.0.0.1/portal', `@127.0.0.1:${new URL(postgres.url).port}/portal`)
      .replaceAll('@mail.example.com', `@localhost:${mails.port}`)
      .replaceAll('https://portal.example.com', proxy.address)
      .replaceAll('API_BASE_PATH=/sandbox', `API_BASE_PATH=${basePath}`)
      .replaceAll('METRICS_PORT=9400', `METRICS_PORT=${metricsPort}`)
      .replaceAll('PORT=4000', `PORT=${port}`)
      .replaceAll('portal.dump', join(place, 'portal.dump'));
}

type Shell = ReturnType<typeof openShell>;

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

/** Throws when the shell reads the settings file differently from systemd. */
async function startCommandOf(unit: string, shell: Shell, env: Record<string, string>): Promise<ChildProcess> {
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
  const settings = readEnvironmentFile(valueOf('EnvironmentFile'));
  const names = Object.keys(settings);
  const shown = await shell.run(names.map((name) => `echo "${name}=$${name}"`).join('\n'));
  const wrong = names.filter((name) => !shown.split('\n').includes(`${name}=${settings[name]}`));
  if (wrong.length > 0) throw new Error(`The shell and systemd read these settings differently: ${wrong.join(', ')}.`);
  const [node, ...parameters] = valueOf('ExecStart').split(' ');
  if (node !== '/usr/bin/node') throw new Error(`The unit starts ${node}.`);
  const cwd = valueOf('WorkingDirectory');
  return spawn(process.execPath, parameters, { cwd, env: { ...env, ...settings }, stdio: 'ignore' });
}
