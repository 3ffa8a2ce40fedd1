import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayEvent } from '#api/node/simulated-gateway/gateway-state.ts';
import { root } from '#scripts/run-command.mjs';

export interface GatewayProcess {
  /** The keys in the settings of the portal. */
  keys: { PROVIDER_KEY: string; GATEWAY_KEYS: string };
  start: () => Promise<void>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
  /** All that has happened at the gateway, as it has written it down. */
  events: () => GatewayEvent[];
  /** Kills it and removes its files. */
  remove: () => Promise<void>;
}

interface Place {
  port: number;
  /** The gateway's own address as the portal calls it. */
  address: string;
  /** The base address of the portal. */
  portal: string;
  /** The file of a certificate that it trusts. */
  certificate?: string;
}

/** The simulated gateway as a process with its keys and its file. */
export function prepareGateway({ port, address, portal, certificate }: Place): GatewayProcess {
  const folder = mkdtempSync(join(tmpdir(), 'volume-gateway-'));
  const [portalKey, gatewayKey] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
  const fileOf = (name: string) => join(folder, name);
  writeFileSync(fileOf('portal.pem'), portalKey.publicKey.export({ format: 'pem', type: 'spki' }));
  writeFileSync(fileOf('gateway.pem'), gatewayKey.privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600 });
  const command = ['--import', 'tsx', 'apps/api/src/node/commands/admin.ts', 'simulated-gateway'];
  const keyOptions = ['--portal-key', `1:${fileOf('portal.pem')}`, '--key', `1:${fileOf('gateway.pem')}`];
  const options = ['--portal', portal, '--port', String(port), '--address', address, '--data', fileOf('events')];
  const env = { ...process.env, ...(certificate !== undefined && { NODE_EXTRA_CA_CERTS: certificate }) };
  let running: ChildProcess | null = null;
  const kill = async () => {
    const child = running;
    running = null;
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    keys: {
      PROVIDER_KEY: `1:${portalKey.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')}`,
      GATEWAY_KEYS: `1:${gatewayKey.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`,
    },
    start: async () => {
      running = spawn(process.execPath, [...command, ...keyOptions, ...options], {
        cwd: root,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await listening(running);
    },
    kill,
    events: () => readEvents(fileOf('events')),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('The simulated gateway is at') && resolve());
    child.once('exit', () => reject(new Error('The gateway did not start.')));
  });
}

function readEvents(file: string): GatewayEvent[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // The last line can be half written.
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GatewayEvent);
}
