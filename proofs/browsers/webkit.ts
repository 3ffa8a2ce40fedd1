import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { freePort } from '#scripts/free-port.mjs';
import { type Driver, toExpression, until } from './driver.ts';

/** WebKitGTK's MiniBrowser, controlled with WebDriver, on a virtual display. */
export async function openWebKit(): Promise<Driver> {
  const port = await freePort();
  const parameters = ['-a', '-s', '-screen 0 1280x1000x24', 'WebKitWebDriver', `--port=${port}`];
  const driver = spawn('xvfb-run', parameters, { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => driver.once('exit', resolve));
  const send = <T>(method: string, path: string, body?: object): Promise<T> =>
    ask(`http://127.0.0.1:${port}${path}`, method, body);
  await until('answer of WebKitWebDriver', () => send<object>('GET', '/status'));
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] } };
  const session = await send<Session>('POST', '/session', { capabilities: { alwaysMatch } });
  const of = `/session/${session.sessionId}`;
  await send('POST', `${of}/window/rect`, { width: 1280, height: 960 });
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    open: async (url) => void (await send('POST', `${of}/url`, { url })),
    run: async (look, ...args) => {
      const script = `return ${toExpression(look, args)}`;
      return JSON.parse(await send<string>('POST', `${of}/execute/sync`, { script, args: [] }));
    },
    act: async (actions) => void (await send('POST', `${of}/actions`, { actions })),
    picture: () => send<string>('GET', `${of}/screenshot`),
    close: async () => {
      await send('DELETE', of).catch(() => undefined);
      if (driver.pid !== undefined) process.kill(-driver.pid);
      await ended;
    },
  };
}

interface Session {
  sessionId: string;
  capabilities: { browserVersion: string };
}

async function ask<T>(url: string, method: string, body: object | undefined): Promise<T> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

/** Debian installs it next to the library, in a folder named by version. */
function findMiniBrowser(): string {
  const libraries = '/usr/lib';
  const folders = readdirSync(libraries).flatMap((folder) =>
    ['webkit2gtk-4.1', 'webkit2gtk-4.0'].map((version) => `${libraries}/${folder}/${version}/MiniBrowser`),
  );
  const found = folders.find((file) => existsSync(file));
  if (!found) throw new Error('There is no MiniBrowser of WebKitGTK on this machine.');
  return found;
}
