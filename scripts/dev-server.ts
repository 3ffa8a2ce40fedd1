import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type ViteDevServer } from 'vite';
import { fillPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import { readServerSettings } from '#api/node/read-server-settings.ts';
import { awaitAnswer } from '#scripts/await-answer.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';

// One address for everything, like `npm start`: Vite serves the portal and proxies the rest to an API that restarts on
// change.
const { port, portal, app } = readServerSettings();
const apiPort = await freePort();
const own = `localhost:${port}`;
let isStopping = false;
const api = startApi();
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
const vite = await createPortalServer();
// Wait for the API: otherwise a user who opens the address early sees errors.
await awaitAnswer(`http://127.0.0.1:${apiPort}/health/ready`, { patienceMs: Infinity, isOver: () => isStopping });
await vite.listen().catch((error: unknown) => stop(1, error));
console.log(`\nThe portal with hot reload: http://${own}\n`);

function startApi(): ChildProcess {
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'apps/api/src/main.ts'],
    {
      cwd: root,
      env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
      // Ctrl-C only reaches this process, which then stops the API gracefully.
      detached: true,
    },
  );
  child.stdout?.on('data', (chunk: Buffer) =>
    process.stdout.write(String(chunk).replaceAll(`localhost:${apiPort}`, own)),
  );
  child.on('exit', (code) => void stop(code ?? 1));
  return child;
}

function createPortalServer(): Promise<ViteDevServer> {
  const target = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false };
  return createServer({
    root: `${root}apps/portal`,
    server: {
      port,
      strictPort: true,
      proxy: { [app.basePath || '/api']: target, '/.well-known': target, '/health': target, '/metrics': target },
    },
    plugins: [
      {
        name: 'portal-settings',
        transformIndexHtml: (html, { server: running }) => (running ? fillPortalSettings(html, portal(own)) : html),
      },
    ],
  });
}

async function stop(code: number, error?: unknown): Promise<never> {
  if (error !== undefined) console.error(error instanceof Error ? error.message : error);
  if (!isStopping) {
    isStopping = true;
    await vite.close();
    if (api.exitCode === null && api.signalCode === null) {
      const ended = new Promise((resolve) => api.once('exit', resolve));
      api.kill('SIGTERM');
      await ended;
    }
  }
  process.exit(code);
}
