import { createServer } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileTypes } from '#scripts/file-types.ts';
import { freePort } from '#scripts/free-port.mjs';
import { root, runTool } from '#scripts/run-command.mjs';

export interface StaticPortal {
  address: string;
  /** The folder with its files. */
  folder: string;
  stop: () => Promise<void>;
}

/**
 * The built portal, configured for another API with `npm run configure`. It is served by a host that only knows files
 * and the `_headers` file, on a free port by default. Throws an Error with the command's output when configuring fails.
 */
export async function startPortal(settings: Record<string, string>, givenPort?: number): Promise<StaticPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'volume-static-'));
  const { code, output } = await runTool('tsx/dist/cli.mjs', [`${root}scripts/configure.ts`, '--out', folder], {
    env: settings,
    isQuiet: true,
  });
  if (code !== 0) throw new Error(`npm run configure ended with ${code}:\n${output}`);
  const port = givenPort ?? (await freePort());
  const headers = readHeaders(folder, '/*');
  const ofAssets = { ...headers, ...readHeaders(folder, '/assets/*') };
  const server = createServer((request, response) => {
    const path = normalize(decodeURI(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = readFile(folder, path);
    if (!file && path.startsWith('/assets/')) return void response.writeHead(404, headers).end();
    const content = file ?? readFileSync(join(folder, 'index.html'));
    const own = path.startsWith('/assets/') ? ofAssets : headers;
    response.writeHead(200, { ...own, 'content-type': fileTypes[file ? extname(path) : '.html'] ?? 'text/plain' });
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `http://localhost:${port}`, folder, stop };
}

/** The headers for these paths from the `_headers` file that configure writes; `! name` in it removes a header. */
function readHeaders(folder: string, paths: string): Record<string, string> {
  const blocks = readFileSync(join(folder, '_headers'), 'utf8').split(/^(?=\/)/m);
  const [, ...lines] =
    blocks
      .find((block) => block.startsWith(`${paths}\n`))
      ?.trim()
      .split('\n') ?? [];
  const said = lines.map((line) => line.trim()).filter((line) => !line.startsWith('!'));
  return Object.fromEntries(
    said.map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

function readFile(folder: string, path: string): Buffer | undefined {
  try {
    return path === '/' ? undefined : readFileSync(join(folder, path));
  } catch {
    return undefined;
  }
}
