import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '#scripts/run-command.mjs';

/** Written by the build: the files of every page, and the additional files of each address. */
interface RouteFiles {
  entry: string[];
  routes: Record<string, string[]>;
}

const dist = join(root, 'apps/portal/dist');
const kB = 1000;

/** Maximum Brotli-compressed JavaScript that a first page load transfers, in bytes (quality, Speed of the portal). */
const pageBudgets = { '/payments/payin': 161 * kB, '/auth/signin': 125 * kB };
/** Maximum for a file that only one page, or up to `few` pages, need. */
const chunkBudget = 30 * kB;
const few = 3;

/** Prints the sizes and returns one line per exceeded budget; empty when there is none. */
export function checkPageWeight(): string {
  const { entry, routes } = JSON.parse(readFileSync(join(dist, '.vite/route-files.json'), 'utf8')) as RouteFiles;
  const missing = Object.keys(pageBudgets).filter((address) => !routes[address]);
  if (missing.length > 0) return `The build has no page for ${missing.join(', ')}.`;
  const inPage = weighPage();
  const pages = Object.entries(pageBudgets).map(([address, limit]) => {
    return { name: address, bytes: inPage + weigh([...entry, ...(routes[address] ?? [])]), limit };
  });
  const files = Object.values(routes).flat();
  const chunks = [...new Set(files)]
    .filter((file) => files.filter((each) => each === file).length <= few)
    .map((file) => ({ name: file, bytes: weigh([file]), limit: chunkBudget }));
  console.log(
    `  JavaScript, brotli: ${pages.map(({ name, bytes, limit }) => `${name} ${inKB(bytes)} of ${inKB(limit)}`).join(', ')}`,
  );
  const heavy = [...pages, ...chunks].filter(({ bytes, limit }) => bytes > limit);
  const faults = heavy.map(({ name, bytes, limit }) => `${name}: ${inKB(bytes)} of JavaScript, ${inKB(limit)} at most`);
  return [...faults, ...checkFonts(), ...checkNoDemo()].join('\n');
}

/** Checks that the demo, its database and its address are not in any other build. */
function checkNoDemo(): string[] {
  const assets = join(dist, 'assets');
  const isDemo = (name: string): boolean =>
    /pglite|demo|\.wasm$/.test(name) ||
    (name.endsWith('.js') && readFileSync(join(assets, name), 'utf8').includes('demo.volume.example'));
  return readdirSync(assets)
    .filter(isDemo)
    .map((name) => `assets/${name} belongs to the demo build alone`);
}

const inKB = (bytes: number): string => `${(bytes / kB).toFixed(1)} kB`;

function weigh(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0);
}

/** The inline scripts of the page. */
function weighPage(): number {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return brotliCompressSync(page.match(/(?<=<script>)[\s\S]*?(?=<\/script>)/g)?.join('\n') ?? '').length;
}

function checkFonts(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const preloads = page.match(/<link[^>]*as="font"[^>]*>|as:[`'"]font/g) ?? [];
  return preloads.length === 1
    ? []
    : [`index.html preloads ${preloads.length} fonts; it is one file, no more and no less`];
}
