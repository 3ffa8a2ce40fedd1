import { get, type IncomingHttpHeaders } from 'node:http';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { StaticHost } from '#proofs/hosting/static-host.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** The files and headers that a static host has to serve. */
export interface Expected {
  site: string;
  headers: Record<string, string>;
  /** The API's address, which serves `security.txt`. */
  apiBaseUrl: string;
}

/** The raw response, without decompression or redirects. */
function ask(address: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
  });
}

const packings = { br: brotliDecompressSync, gzip: gunzipSync };
const assetTypes = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2', '.svg': 'image/svg+xml' };

interface Should {
  status: number;
  cache: string;
}

/** Sends requests to one host and records every unexpected response. */
function questioner(address: string, headers: Expected['headers']) {
  const wrong: string[] = [];
  const claim = (what: string, is: unknown, should: unknown): void => {
    if (is !== should) wrong.push(`${what}: ${JSON.stringify(is)} in place of ${JSON.stringify(should)}`);
  };
  const look = async (path: string, { status, cache }: Should, sent: Record<string, string> = {}) => {
    const answer = await ask(`${address}${path}`, sent);
    const name = `${path} (${status})`;
    claim(`${name}, status`, answer.status, status);
    for (const [header, value] of Object.entries({ ...headers, 'cache-control': cache }))
      claim(`${name}, ${header}`, answer.headers[header], value);
    claim(`${name}, a server's version`, /\d/.test([answer.headers['server']].flat().join()), false);
    return { name, ...answer };
  };
  /** Requests the file uncompressed, conditionally, and compressed when a compressed copy exists. */
  const lookAtFile = async (path: string, should: Should, file: { path: string; packing?: keyof typeof packings }) => {
    const content = readFileSync(file.path);
    const plain = await look(path, should);
    claim(`${plain.name}, is the file`, plain.body.equals(content), true);
    await look(path, { ...should, status: 304 }, { 'if-none-match': plain.headers['etag'] ?? '' });
    if (file.packing && existsSync(`${file.path}.br`)) {
      const wanted = file.packing === 'br' ? 'br, gzip' : 'gzip';
      const packed = await look(path, should, { 'accept-encoding': wanted });
      claim(`${packed.name}, packed`, packed.headers['content-encoding'], file.packing);
      claim(`${packed.name}, varies`, /accept-encoding/i.test(packed.headers['vary'] ?? ''), true);
      claim(`${packed.name}, unpacks to the file`, packings[file.packing](packed.body).equals(content), true);
    }
    return plain;
  };
  return { wrong, claim, look, lookAtFile };
}

const pages = ['/', '/auth/signin', '/payments/payin?page=2&searchFilter=a.b', '/settings/no/such/page'];
const forEver = 'public, max-age=31536000, immutable';

/** Checks everything that needs no browser. Returns problems as sentences. */
export async function askHost(
  { address, hasBrotli }: StaticHost,
  { site, headers, apiBaseUrl }: Expected,
): Promise<string[]> {
  const { wrong, claim, look, lookAtFile } = questioner(address, headers);
  const packing = hasBrotli ? 'br' : 'gzip';
  for (const path of pages) {
    const file = { path: join(site, 'index.html'), packing } as const;
    const page = await lookAtFile(path, { status: 200, cache: 'no-cache' }, file);
    claim(`${page.name}, type`, page.headers['content-type']?.toLowerCase(), 'text/html; charset=utf-8');
  }
  const names = readdirSync(join(site, 'assets'));
  for (const [ending, type] of Object.entries(assetTypes)) {
    const name = names.find((candidate) => candidate.endsWith(ending));
    if (!name) continue;
    const file = { path: join(site, 'assets', name), packing } as const;
    const asset = await lookAtFile(`/assets/${name}`, { status: 200, cache: forEver }, file);
    claim(`${asset.name}, type`, asset.headers['content-type']?.replace(/;.*/, ''), type);
  }
  const missing = { status: 404, cache: 'no-store' };
  const gone = await look('/assets/gone-1234.js', missing, { accept: 'text/html' });
  claim(`${gone.name}, is the page`, gone.body.includes('id="settings"'), false);
  for (const hidden of ['/_headers', '/_redirects', '/.well-known/unknown']) await look(hidden, missing);
  const redirects = { 'security.txt': `${apiBaseUrl}/.well-known/security.txt`, 'change-password': '/change-password' };
  for (const [name, target] of Object.entries(redirects)) {
    const answer = await look(`/.well-known/${name}`, { status: 302, cache: 'no-store' });
    claim(`${answer.name}, location`, answer.headers.location, target);
  }
  return wrong;
}
