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
};

/** Builds the bare app and serves it with brotli and the portal's rows. `rows` is the API's response. */
export async function serveBarePage(rows: string): Promise<{ address: string; stop: () => void }> {
  const out = mkdtempSync(join(tmpdir(), 'volume-bare-'));
  await buildBarePage(out);
  const { content } = JSON.parse(rows) as { content: { paymentId: string }[] };
  const answers = new Map([
    ['/api/payments', rows],
    ...content.map((row) => [`/api/payments/${row.paymentId}`, JSON.stringify(row)] as const),
  ]);
  const ready = new Map<string, Buffer>();
  const bodyOf = (path: string): Buffer => {
    const body = ready.get(path) ?? brotliCompressSync(answers.get(path) ?? readFileSync(join(out, path)));
    ready.set(path, body);
    return body;
  };
  const server = createServer((request, response) => {
    const asked = request.url ?? '/';
    const path = answers.has(asked) || extname(asked) !== '' ? asked : '/bare.html';
    try {
      const body = bodyOf(path);
      const type = types[extname(path)] ?? 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body);
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
  return { address: `http://127.0.0.1:${port}`, stop };
}

async function buildBarePage(out: string): Promise<void> {
  await build({
    configFile: false,
    root: join(root, 'proofs/bench/page'),
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, 'proofs/bench/page/bare.html'), output: { comments: false } },
    },
  });
}
