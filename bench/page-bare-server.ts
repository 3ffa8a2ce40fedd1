import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { freePort } from '#scripts/free-port.mjs';
import { root } from '#scripts/run-command.mjs';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** Builds the bare table and serves it, brotli, with the same rows the portal shows. */
export async function serveBarePage(rows: string): Promise<{ address: string; stop: () => void }> {
  const out = mkdtempSync(join(tmpdir(), 'volume-bare-'));
  await build({
    configFile: false,
    root: join(root, 'bench'),
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'bench/page-bare.html'), output: { comments: false } },
    },
  });
  const ready = new Map<string, Buffer>([['/rows.json', brotliCompressSync(rows)]]);
  const server = createServer((request, response) => {
    const path = { '/': '/page-bare.html', '/rows': '/rows.json' }[request.url ?? ''] ?? request.url ?? '';
    try {
      const body = ready.get(path) ?? brotliCompressSync(readFileSync(join(out, path)));
      ready.set(path, body);
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'text/plain', 'content-encoding': 'br' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
    rmSync(out, { recursive: true, force: true });
  };
  return { address: `http://localhost:${port}`, stop };
}
