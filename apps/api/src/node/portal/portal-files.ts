import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageFonts } from '#http/pages/page-style.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

type Bytes = Uint8Array<ArrayBuffer>;
export interface PortalFile {
  type: string;
  plain: Bytes;
  br: Bytes | null;
  gzip: Bytes | null;
  /** The name contains a hash of the content: browsers can cache it forever. */
  isHashed: boolean;
  /** Entity tag of the content in every encoding: weak, because the bytes differ. */
  tag: string;
}

// Files for the server and the build, not for browsers.
const hidden = /^\/(index\.html|csp\.json|sbom\.cdx\.json|\.vite\/.*|.*\.(br|gz))$/;

/** The built portal's files by their address, read once. Empty when nothing is built. */
export function readPortalFiles(dist: string): Map<string, PortalFile> {
  const files = new Map<string, PortalFile>();
  if (!existsSync(dist)) return files;
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(dist, path).split(sep).join('/')}`;
    const type = types[extname(entry.name)];
    if (type && !hidden.test(address)) files.set(address, readPortalFile(path, { address, type }));
  }
  return files;
}

function readPortalFile(path: string, { address, type }: { address: string; type: string }): PortalFile {
  const read = (file: string): Bytes | null => (existsSync(file) ? new Uint8Array(readFileSync(file)) : null);
  const plain = read(path) ?? new Uint8Array();
  return {
    type,
    plain,
    tag: tagOf(plain),
    br: read(`${path}.br`),
    gzip: read(`${path}.gz`),
    isHashed: address.startsWith('/assets/'),
  };
}

export function tagOf(bytes: Bytes): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

export async function readPageFonts(): Promise<PageFonts> {
  const [latin, latinExt] = await Promise.all(['latin', 'latin-ext'].map(readFont));
  if (!latin || !latinExt) throw new Error('The typeface is not installed.');
  return { latin, 'latin-ext': latinExt };
}

async function readFont(letters: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = import.meta.resolve(`@fontsource-variable/geist/files/geist-${letters}-wght-normal.woff2`);
  return new Uint8Array(await readFile(fileURLToPath(file)));
}
