import type { MigrationStep } from './migration.ts'

/** Due work is claimed by kind, the oldest of each first. The index by time alone stays while an older version may still claim by it. */
export const workByKind: readonly MigrationStep[] = [
  { index: 'due_work_kinds', on: 'due_work (kind, due_at, work_id) WHERE lane IS NULL' },
  { index: 'throttle_counters_start', on: 'throttle_counters (window_start)' },
]
