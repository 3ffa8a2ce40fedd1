import type { Database } from '#database/database.ts';

/** Empties the audit log for a test. Triggers forbid deleting from it, so they are disabled for the moment. */
export async function forgetActivity(database: Database): Promise<void> {
  const tables = ['activity', 'trail_entries', 'trail_batches'];
  const each = (change: string) => tables.map((table) => `ALTER TABLE ${table} ${change} TRIGGER USER`).join('; ');
  const empty = [...tables, 'trail_waiting'].map((table) => `DELETE FROM ${table}`).join('; ');
  await database.run(`BEGIN; ${each('DISABLE')}; ${empty}; ${each('ENABLE')}; COMMIT`);
}
