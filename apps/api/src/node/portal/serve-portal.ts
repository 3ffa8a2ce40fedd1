import type { Hono } from 'hono';
import type { Env } from '#http/kernel.ts';
import { acceptsEncoding } from '#http/replying/accepts.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fillPortalSettings } from '@volume/contract/portal/fill-settings.ts';
import { type InlineHashes, portalPolicy } from '@volume/contract/session/portal-policy.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import { type PortalFile, readPortalFiles, tagOf } from './portal-files.ts';

/** Serves the portal for paths that neither the API's base path nor the app handles; HEAD like GET. */
export function mountPortal(app: Hono<Env>, servePortal: ServePortal, basePath: string): void {
  app.get('*', async (context, next) => {
    const isOfApi = basePath !== '' && context.req.path.startsWith(`${basePath}/`);
    return (isOfApi ? null : servePortal(context.req.raw)) ?? next();
  });
}

interface PortalParts {
  dist: string;
  settings: (host: string) => PortalSettings;
  /** The server's host: the page is rendered for it, and sent for all other hosts except local names. */
  host: string;
  /** Whether local names (`127.0.0.1:4000`) get a separate page: in local use without a public address. */
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
 * Serves the built portal: its files, and for page paths index.html with the settings filled in. Null for anything
 * else, so that the caller returns 404. The page is rendered and compressed once at startup, so an unknown host costs
 * nothing. Other names of this machine get an uncompressed page.
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

/**
 * Only for browser navigation: a missing file, a mistyped health check or a call without its base path must not be answered with the page. Browsers only trust
 * `/.well-known/change-password` when an unknown address next to it is 404.
 */
function isPage(request: Request, pathname: string): boolean {
  if (pathname === '/') return true;
  if (/^\/(assets|\.well-known)\//.test(pathname)) return false;
  const accepted = request.headers.get('accept') ?? '*/*';
  if (accepted.includes('text/html')) return true;
  return accepted.includes('*/*') && !/\.\w+$|^\/(health|api\/)/.test(pathname);
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
  // The browser already has this version.
  if (isNamed(request.headers.get('if-none-match'), file.tag)) return new Response(null, { status: 304, headers });
  headers.set('content-length', String(body.byteLength));
  if (encoding) headers.set('content-encoding', encoding);
  return new Response(body, { headers });
}

/** Proxies that compress make a tag weak; compare without that mark. */
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

/** Registers a build of the portal that runs while the server starts. */
export function startBesideBuild(build: Promise<unknown>): void {
  building = build;
}

/** Resolves once the portal's files are complete; immediately when no build is running. */
export function portalIsBuilt(): Promise<unknown> {
  return building;
}
