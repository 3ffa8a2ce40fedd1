import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
let folder: string | undefined;

/**
 * A program of the API as JavaScript, like in the image, because a start through tsx costs seconds of a processor. Other tests
 * of `scripts/` and `e2e/` start it from TypeScript, like `npm start`.
 */
export function compiled(program: 'main' | 'node/commands/admin' | 'node/commands/migrate'): string {
  const find = () => execFileSync(process.execPath, [join(root, 'scripts/compiled-server.mjs')], { encoding: 'utf8' });
  folder ??= find().trim().split('\n').at(-1) ?? '';
  return join(folder, 'apps/api/src', `${program}.js`);
}
