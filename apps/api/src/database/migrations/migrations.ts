import { readdirSync, readFileSync } from 'node:fs';
import type { Migration } from './migration.ts';

const folder = new URL('baseline/', import.meta.url);

/**
 * The whole schema on an empty database: the files of `baseline/`, in order. A database that an older build brought up to date is taken over instead
 * (`schema-state.ts`).
 */
export const baseline = {
  name: '0100-baseline',
  sql: readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n'),
};

/** In order; a migration that has run anywhere, the baseline too, is never changed, only followed by another. */
export const migrations: readonly Migration[] = [baseline];
