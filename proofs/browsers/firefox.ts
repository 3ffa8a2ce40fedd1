import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { freePort } from '#scripts/free-port.mjs';
import { type Driver, toExpression, until } from './driver.ts';

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

/** Headless Firefox, controlled with WebDriver BiDi. */
export async function openFirefox(): Promise<Driver> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'volume-firefox-'));
  const parameters = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const browser = spawn('/usr/bin/firefox-esr', parameters, {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const socket = await until('connection to Firefox', () => connect(`ws://127.0.0.1:${port}/session`));
  const send = createSender(socket);
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    run: async (look, ...args) => {
      const asked = { expression: toExpression(look, args), target: { context }, awaitPromise: false };
      const { result } = await send<{ result?: { value?: string } }>('script.evaluate', asked);
      if (result?.value === undefined) throw new Error('The page answered nothing.');
      return JSON.parse(result.value);
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    picture: async () => (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => {
      socket.close();
      browser.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const connect = (address: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });

/** Sends a command and returns its result; throws the browser's error message. */
function createSender(socket: WebSocket) {
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
  });
  return <T = unknown>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ result, error, message }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result as T);
        else reject(new Error(`${method}: ${error}: ${message}`));
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
}
