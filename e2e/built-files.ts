import { readFileSync } from 'node:fs';

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../apps/portal/dist/.vite/${name}`, import.meta.url), 'utf8'));

/** Matches the built file of a lazily loaded module. Files are named by hash, so the manifest is needed. */
export function builtFile(source: string): RegExp {
  const file = (read('manifest.json') as Record<string, { file: string }>)[source]?.file;
  if (!file) throw new Error(`Nothing was built from ${source}.`);
  return new RegExp(`/${file}$`);
}

/** The files that this page needs besides those of every page. */
export function pageFiles(address: string): RegExp {
  const { routes } = read('route-files.json') as { routes: Record<string, string[]> };
  const files = routes[address];
  if (!files) throw new Error(`${address} has no files.`);
  return new RegExp(`/(${files.join('|')})$`);
}

/** A file that this page needs and that other pages may share. */
export function sharedFile(address: string): RegExp {
  const { routes } = read('route-files.json') as { routes: Record<string, string[]> };
  const file = routes[address]?.at(-1);
  if (!file) throw new Error(`${address} has no file.`);
  return new RegExp(`/${file}$`);
}

/** A file that only this page needs. */
export function ownFile(address: string): RegExp {
  const { routes } = read('route-files.json') as { routes: Record<string, string[]> };
  const others = new Set(Object.entries(routes).flatMap(([each, files]) => (each === address ? [] : files)));
  const file = routes[address]?.find((each) => !others.has(each));
  if (!file) throw new Error(`${address} has no file of its own.`);
  return new RegExp(`/${file}$`);
}
