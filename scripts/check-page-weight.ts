import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const dist = join(root, 'apps/portal/dist');
const kB = 1000;

/** Brotli bytes of JavaScript a cold page may load (quality.md, Speed of the portal). */
const budgets = [
  { page: 'the list', route: '/payments/payin', limit: 130 * kB },
  { page: 'sign-in', route: '/auth/signin', limit: 105 * kB },
];
const routeLimit = 25 * kB;

/** Answers one line per broken budget, empty when all hold; prints the figures. */
export async function checkPageWeight(): Promise<string> {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const pages = budgets.map(({ page, route, limit }) => ({
    name: page,
    bytes: weigh(manifest, pageChunks(manifest, route)),
    limit,
  }));
  const entry = closure(manifest, entryKey(manifest));
  const routes = Object.keys(manifest)
    .filter((key) => key.includes('?tsr-split=component'))
    .map((key) => {
      const own = [...closure(manifest, key)].filter((chunk) => !entry.has(chunk));
      return { name: key.replace('?tsr-split=component', ''), bytes: weigh(manifest, own), limit: routeLimit };
    });
  const figures = pages.map(({ name, bytes, limit }) => `${name} ${(bytes / kB).toFixed(1)} of ${limit / kB} kB`);
  console.log(`  page weight: ${figures.join(', ')}`);
  const heavy = [...pages, ...routes].filter(({ bytes, limit }) => bytes > limit);
  const faults = heavy.map(
    ({ name, bytes, limit }) => `${name}: ${(bytes / kB).toFixed(1)} kB of JavaScript, ${limit / kB} kB at most`,
  );
  return [...faults, ...checkFonts()].join('\n');
}

/** The entry and the route's own parts, its layouts included, each with all it imports at once. */
function pageChunks(manifest: Manifest, route: string): Set<string> {
  const chunks = closure(manifest, entryKey(manifest));
  const parts = Object.keys(manifest).filter((key) => key.endsWith('?tsr-split=component') && isOnTheWay(key, route));
  if (!parts.some((key) => addressOf(key) === route)) throw new Error(`The build has no chunk for ${route}.`);
  for (const part of parts) for (const chunk of closure(manifest, part)) chunks.add(chunk);
  return chunks;
}

/** Whether a route file is the page itself or one of its layouts: `_merchant.tsx` is on the way to all below it. */
function isOnTheWay(key: string, route: string): boolean {
  const address = addressOf(key);
  const isLayout = address === '' || route.startsWith(`${address}/`);
  return address === route || (isLayout && !/\/index\.tsx\?/.test(key));
}

/** `src/routes/_merchant/payments/payin.tsx?…` → `/payments/payin`; a pathless layout or the root → ''. */
function addressOf(key: string): string {
  const path = key.replace(/^.*src\/routes\//, '').replace(/\.tsx?\?.*$/, '');
  const parts = path.split(/[/.]/).filter((part) => !part.startsWith('_') && part !== 'index' && part !== 'route');
  return parts.map((part) => `/${part}`).join('');
}

function entryKey(manifest: Manifest): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!found) throw new Error('The build has no entry.');
  return found;
}

function closure(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key]?.imports ?? []) closure(manifest, next, seen);
  return seen;
}

function weigh(manifest: Manifest, keys: Iterable<string>): number {
  const files = new Set([...keys].map((key) => manifest[key]?.file).filter((file) => file?.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
}

function checkFonts(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const preloads = page.match(/<link[^>]*rel="preload"[^>]*as="font"[^>]*>/g) ?? [];
  return preloads.length === 1
    ? []
    : [`index.html preloads ${preloads.length} fonts; it is one file, no more and no less`];
}
