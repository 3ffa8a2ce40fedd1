import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

export const git = (...parameters: string[]): string =>
  execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** The last commit before the newest migration, or the given one. */
export function olderCommit(named: string | undefined): string {
  if (named !== undefined) return git('rev-parse', '--short', `${named}^{commit}`);
  const newest = git('log', '-1', '--format=%H', '--', 'apps/api/src/database/migrations');
  return git('rev-parse', '--short', `${newest}^`);
}

/**
 * Checks out a build in a separate folder: installed packages are linked, except the workspaces of the repository,
 * which are its own.
 */
export function checkOut(commit: string, folder: string): void {
  git('worktree', 'add', '--detach', folder, commit);
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@volume'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@volume' && name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const [name, place] of [
    ['contract', 'packages/contract'],
    ['api', 'apps/api'],
    ['portal', 'apps/portal'],
    ['client', 'packages/client'],
    ['cli', 'packages/cli'],
  ] as const)
    symlinkSync(join(folder, place), join(packages, '@volume', name));
  for (const place of ['apps/api', 'apps/portal', 'packages/contract']) {
    const own = join(root, place, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(folder, place, 'node_modules'));
  }
  cpSync(join(root, 'apps/portal/dist'), join(folder, 'apps/portal/dist'), { recursive: true });
}

export const planted = '9001-planted';

/** Adds a migration to a checked-out build as a newer build could have it: a column, a table and an index. */
export function plantMigration(folder: string): void {
  const file = join(folder, 'apps/api/src/database/migrations/migrations.ts');
  const text = readFileSync(file, 'utf8');
  const steps = `[
    { sql: 'ALTER TABLE activity ADD COLUMN IF NOT EXISTS planted text;' },
    { index: 'activity_planted', on: 'activity (merchant_id, planted)' },
    { sql: 'CREATE TABLE planted (note text);' },
  ]`;
  writeFileSync(file, text.replace(/\];\s*$/, `  { name: '${planted}', steps: ${steps} },\n];\n`));
}
