import type { Database } from '#database/database.ts';

/** Begins a test's log anew: what is recorded refuses to be deleted, so what refuses is taken off meanwhile. */
export async function forgetActivity(database: Database): Promise<void> {
  const tables = ['activity', 'trail_entries', 'trail_batches'];
  const each = (change: string) => tables.map((table) => `ALTER TABLE ${table} ${change} TRIGGER USER`).join('; ');
  const empty = [...tables, 'trail_waiting'].map((table) => `DELETE FROM ${table}`).join('; ');
  await database.run(`BEGIN; ${each('DISABLE')}; ${empty}; ${each('ENABLE')}; COMMIT`);
}
