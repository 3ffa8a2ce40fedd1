import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { awaitAnswer } from '#scripts/await-answer.ts';

/** A web server that serves the configured portal. */
export interface StaticHost {
  address: string;
  /** Whether it can serve the brotli copies. */
  hasBrotli: boolean;
  stop: () => Promise<void>;
}

/** The files to serve and the port; `site` is the path that `npm run configure -- --out` was given. */
interface Place {
  site: string;
  folder: string;
  port: number;
}

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';

/** The path of a web server's program; undefined when it is not installed. */
export function findServer(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** nginx with the generated file included in its http block, as the file's first line instructs. */
export async function serveWithNginx(program: string, { site, folder, port }: Place): Promise<StaticHost> {
  const hasBrotli = existsSync(brotliModule);
  let block = readFileSync(`${site}.nginx.conf`, 'utf8').replace('listen 8080', `listen 127.0.0.1:${port}`);
  if (hasBrotli) block = block.replace('# brotli_static on;', 'brotli_static on;');
  writeFileSync(join(folder, 'portal.conf'), block);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  );
  const whole = [
    ...(hasBrotli ? [`load_module ${brotliModule};`] : []),
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr;`,
    'events {}',
    'http {',
    '  include /etc/nginx/mime.types;',
    '  access_log off;',
    ...temporary,
    `  include ${join(folder, 'portal.conf')};`,
    '}',
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `${whole.join('\n')}\n`);
  return start(program, ['-c', file, '-p', folder], { folder, port, hasBrotli });
}

/** Caddy with the generated site block on another port. */
export async function serveWithCaddy(program: string, { site, folder, port }: Place): Promise<StaticHost> {
  const block = readFileSync(`${site}.Caddyfile`, 'utf8').replace(/^:8080/m, `http://localhost:${port}`);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n  admin off\n}\n${block}`);
  return start(program, ['run', '--config', file, '--adapter', 'caddyfile'], { folder, port, hasBrotli: true });
}

async function start(
  program: string,
  parameters: string[],
  { folder, port, hasBrotli }: { folder: string; port: number; hasBrotli: boolean },
): Promise<StaticHost> {
  // Caddy stores its last configuration in these folders.
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const server = spawn(program, parameters, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  server.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-4000)));
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async (): Promise<void> => (server.kill('SIGTERM'), ended);
  const address = `http://localhost:${port}`;
  const isOver = (): boolean => server.exitCode !== null || server.signalCode !== null;
  if (await awaitAnswer(address, { patienceMs: 15_000, isOver })) return { address, hasBrotli, stop };
  await stop();
  throw new Error(`${program} did not start:\n${output}`);
}
