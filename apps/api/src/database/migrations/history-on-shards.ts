import type { Migration } from './migration.ts';

function historyOf(table: string, changes: string): string {
  const refuse = (name: string, events: string) =>
    `CREATE TRIGGER ${table}_${name} BEFORE ${events} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();\n`;
  return `DROP TRIGGER ${table}_history ON ${table};\n${refuse('history', changes)}${refuse('never_emptied', 'TRUNCATE')}`;
}

/**
 * Citus does not create a trigger that includes TRUNCATE on shards, so the trigger that protects history is separate
 * from it, on one server and on many.
 */
export const historyOnShards: Migration = {
  name: '0145-history-on-shards',
  sql: Object.entries({
    activity: 'DELETE',
    ledger_legs: 'UPDATE OR DELETE',
    ledger_transfers: 'UPDATE OR DELETE',
    payment_events: 'UPDATE OR DELETE',
  })
    .map(([table, changes]) => historyOf(table, changes))
    .join(''),
};
