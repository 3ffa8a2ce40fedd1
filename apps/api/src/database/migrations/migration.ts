/** One step of a migration. All but a last `sql` must stand being run again. */
export type MigrationStep =
  /** Statements in one transaction: new tables, columns, triggers. They hold their tables for moments only. */
  | { sql: string }
  /**
   * A new table of merchants, whose primary key begins with `merchant_id`: where the others are spread over servers it is too, before it refers
   * to them. `references` are its foreign keys, `FOREIGN KEY (…) REFERENCES …`; `sql` has none, and says `CREATE TABLE IF NOT EXISTS`.
   */
  | { table: string; sql: string; references?: readonly string[] }
  /** An index on a table that may be large, made while it is written to; `on` is `table (columns) WHERE …`. */
  | { index: string; on: string }
  /** One statement that changes some thousand rows and returns them; it runs, each time in a transaction of its own, until it returns none. */
  | { backfill: string };

export type Migration = {
  name: string;
  /**
   * The migration that a build must know to work on the schema after this one. Left out where a migration only adds: then every
   * older build works on it. A migration that drops, renames or narrows something names the one that came with the first
   * build that no longer uses it, or itself when there was none.
   */
  needs?: string;
} & ({ sql: string } | { steps: readonly MigrationStep[] });

export const stepsOf = (migration: Migration): readonly MigrationStep[] =>
  'steps' in migration ? migration.steps : [{ sql: migration.sql }];
