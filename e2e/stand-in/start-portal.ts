import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { freePort } from '#scripts/free-port.mjs';
import { root, runTool } from '#scripts/run-command.mjs';

export interface StaticPortal {
  address: string;
  stop: () => Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * The built portal configured for another API with `npm run configure`, on a host that only knows files and the
 * headers written beside them. Throws an Error with the command's output when configuring fails.
 */
export async function startPortal(settings: Record<string, string>): Promise<StaticPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'volume-static-'));
  const { code, output } = await runTool('tsx/dist/cli.mjs', [`${root}scripts/configure.ts`, '--out', folder], {
    env: settings,
    isQuiet: true,
  });
  if (code !== 0) throw new Error(`npm run configure ended with ${code}:\n${output}`);
  const port = await freePort();
  const headers = readHeaders(folder);
  const server = createServer((request, response) => {
    const path = normalize(decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = readFile(folder, path);
    if (!file && path.startsWith('/assets/')) return void response.writeHead(404, headers).end();
    const content = file ?? readFileSync(join(folder, 'index.html'));
    response.writeHead(200, { ...headers, 'content-type': types[file ? extname(path) : '.html'] ?? 'text/plain' });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `http://localhost:${port}`, stop };
}

/** The headers for every path, from the `_headers` file that configure writes. */
function readHeaders(folder: string): Record<string, string> {
  const [, everywhere = ''] = /^\/\*\n((?: {2}.+\n)+)/.exec(readFileSync(join(folder, '_headers'), 'utf8')) ?? [];
  const lines = everywhere.trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

function readFile(folder: string, path: string): Buffer | undefined {
  try {
    return path === '/' ? undefined : readFileSync(join(folder, path));
  } catch {
    return undefined;
  }
}
