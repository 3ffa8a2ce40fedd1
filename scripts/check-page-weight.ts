import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

/** Written by the build: the files of each address in addition to those of every page. */
interface RouteFiles {
  routes: Record<string, string[]>;
}

const dist = join(root, 'apps/portal/dist');
const kB = 1000;

/** Maximum for a file that only one page, or up to `few` pages, need. `e2e/page-weight.spec.ts` limits whole pages. */
const chunkBudget = 30 * kB;
const few = 3;

/** Returns one line per exceeded budget; empty when there is none. */
export function checkPageWeight(): string {
  const { routes } = JSON.parse(readFileSync(join(dist, '.vite/route-files.json'), 'utf8')) as RouteFiles;
  const files = Object.values(routes).flat();
  const chunks = [...new Set(files)]
    .filter((file) => files.filter((each) => each === file).length <= few)
    .map((file) => ({ name: file, bytes: weigh([file]), limit: chunkBudget }));
  const faults = chunks
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ name, bytes, limit }) => `${name}: ${inKB(bytes)} of JavaScript, ${inKB(limit)} at most`);
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

function checkFonts(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const preloads = page.match(/<link[^>]*as="font"[^>]*>|as:[`'"]font/g) ?? [];
  return preloads.length === 1
    ? []
    : [`index.html preloads ${preloads.length} fonts; it is one file, no more and no less`];
}
