/** One step of a migration. Every step except a final `sql` step must be idempotent. */
export type MigrationStep =
  /**
   * Statements in one transaction, for new tables, columns and triggers. They lock their tables only for moments.
   * A distributed database runs `distributed` instead, where it is given.
   */
  | { sql: string; distributed?: string }
  /**
   * A new merchants' table, whose primary key begins with `merchant_id`. On a distributed database it is distributed
   * before its foreign keys are added. `references` are its foreign keys, `FOREIGN KEY (…) REFERENCES …`; `sql`
   * contains none and uses `CREATE TABLE IF NOT EXISTS`.
   */
  | { table: string; sql: string; references?: readonly string[] }
  /** An index on a possibly large table, built while it is written to; `on` is `table (columns) WHERE …`. */
  | { index: string; on: string }
  /** One statement that changes some thousand rows and returns them; repeated until it returns none. */
  | { backfill: string };

export type Migration = {
  name: string;
  /**
   * The migration that a build must know to work with the schema after this one. Leave it out when a migration only
   * adds: then every older build works. A migration that drops, renames or narrows something names the migration
   * released with the first build that no longer uses it, or itself when there is none.
   */
  needs?: string;
} & ({ sql: string } | { steps: readonly MigrationStep[] });

export const stepsOf = (migration: Migration): readonly MigrationStep[] =>
  'steps' in migration ? migration.steps : [{ sql: migration.sql }];
