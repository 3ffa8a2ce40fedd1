import type { Migration } from './migration.ts';
import { readBaseline } from './read-baseline.ts';

/** The whole schema on an empty database; one that an older build brought up to date is taken over instead (`schema-state.ts`). */
export const baseline = { name: '0100-baseline', sql: readBaseline() };

/** In order; a migration that has run anywhere, the baseline too, is never changed, only followed by another. */
export const migrations: readonly Migration[] = [baseline];
