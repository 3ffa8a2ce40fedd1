import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { acceptsEncoding } from '#http/replying/accepts-encoding.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fillPortalSettings } from '@volume/contract/fill-portal-settings.ts';
import { type InlineHashes, portalPolicy } from '@volume/contract/portal-policy.ts';
import type { PortalSettings } from '@volume/contract/portal-settings.ts';
import { type PortalFile, readPortalFiles, tagOf } from './portal-files.ts';

/** Puts the portal beside the API: whatever is not below the API's base path and not the app's own. HEAD is answered as GET. */
export function mountPortal(app: Hono<Env>, servePortal: ServePortal, basePath: string): void {
  app.get('*', async (context, next) => {
    const isOfApi = basePath !== '' && context.req.path.startsWith(`${basePath}/`);
    return (isOfApi ? null : servePortal(context.req.raw)) ?? next();
  });
}

interface PortalParts {
  dist: string;
  settings: (host: string) => PortalSettings;
  /** The server's own host: the page of all others but this machine's names is filled for it. */
  host: string;
  /** Whether this machine's other names (`127.0.0.1:4000`) get a page of their own: local use without one public address. */
  fillsLocalNames: boolean;
}
interface Page {
  file: PortalFile;
  policy: string;
}
export type ServePortal = (request: Request) => Response | null;

const localName = /^([\w-]+\.)*localhost(:\d{1,5})?$|^127\.\d+\.\d+\.\d+(:\d{1,5})?$|^\[::1\](:\d{1,5})?$/i;
const mostLocalPages = 16;

/**
 * Serves the built portal: its files, and index.html with the settings filled in for every page path. Null for what it
 * does not have, so that the caller says 404. The page is filled and compressed once, at start: a host that nobody
 * configured costs nothing. This machine's other names get theirs uncompressed.
 */
export function createServePortal({ dist, settings, host, fillsLocalNames }: PortalParts): ServePortal {
  const files = readPortalFiles(dist);
  const index = join(dist, 'index.html');
  if (!existsSync(index)) return () => null;
  const html = readFileSync(index, 'utf8');
  const hashes = readHashes(dist);

  function fill(named: string, toFile: (page: string) => PortalFile): Page {
    const filled = settings(named);
    return { file: toFile(fillPortalSettings(html, filled)), policy: portalPolicy(filled, hashes) };
  }

  const own = fill(host, toCompressedFile);
  const localPages = new Map<string, Page>();
  function pageFor(request: Request): Page {
    const named = request.headers.get('host') ?? host;
    if (!fillsLocalNames || named === host || !localName.test(named)) return own;
    const page = localPages.get(named) ?? fill(named, toFile);
    // Re-inserting keeps the map in order of last use.
    localPages.delete(named);
    localPages.set(named, page);
    if (localPages.size > mostLocalPages) localPages.delete(localPages.keys().next().value ?? '');
    return page;
  }

  return (request) => {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (!file && !isPage(request, pathname)) return null;
    const page = pageFor(request);
    return answer(request, file ?? page.file, page.policy);
  };
}

/** Page paths are what a browser navigates to; a missing file and a mistyped health check must not be answered with a page. */
function isPage(request: Request, pathname: string): boolean {
  if (pathname === '/') return true;
  if (pathname.startsWith('/assets/')) return false;
  const accepted = request.headers.get('accept') ?? '*/*';
  if (accepted.includes('text/html')) return true;
  return accepted.includes('*/*') && !/\.\w+$|^\/health/.test(pathname);
}

function answer(request: Request, file: PortalFile, policy: string): Response {
  const accepted = request.headers.get('accept-encoding');
  const [encoding, body] =
    file.br && acceptsEncoding(accepted, 'br')
      ? ['br', file.br]
      : file.gzip && acceptsEncoding(accepted, 'gzip')
        ? ['gzip', file.gzip]
        : [null, file.plain];
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
    vary: 'accept-encoding',
    etag: file.tag,
  });
  // A page that is asked for again is said to be the same one, in a few bytes.
  if (isNamed(request.headers.get('if-none-match'), file.tag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(body.byteLength));
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(body, { headers });
}

/** Proxies that compress by themselves make a tag weak: the same thing all the same. */
function isNamed(asked: string | null, tag: string): boolean {
  const bare = (text: string): string => text.trim().replace(/^W\//, '');
  const named = (asked ?? '').split(',').map(bare);
  return named.includes('*') || named.includes(bare(tag));
}

function toFile(page: string): PortalFile {
  const plain = new TextEncoder().encode(page);
  return { tag: tagOf(plain), type: 'text/html; charset=utf-8', plain, br: null, gzip: null, isHashed: false };
}

function toCompressedFile(page: string): PortalFile {
  const file = toFile(page);
  const [br, gzip] = [brotliCompressSync(file.plain), gzipSync(file.plain)];
  return { ...file, br: new Uint8Array(br), gzip: new Uint8Array(gzip) };
}

function readHashes(dist: string): InlineHashes {
  const path = join(dist, 'csp.json');
  const read = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<InlineHashes>) : {};
  return { scriptHashes: read.scriptHashes ?? [], styleHashes: read.styleHashes ?? [] };
}

let building: Promise<unknown> = Promise.resolve();

/** Whoever builds the portal while the server starts says so here, before the server does. */
export function startBesideBuild(build: Promise<unknown>): void {
  building = build;
}

/** Settles once the portal's files are in place; at once where nobody builds them. */
export function portalIsBuilt(): Promise<unknown> {
  return building;
}
