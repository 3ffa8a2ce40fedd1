/** Where Reconcile keeps its work, encrypted, until the session ends (decision 33). */
export const workDatabase = 'v_work_v1';

/** Deletes what Reconcile has kept in this browser. */
export function forgetWork(): void {
  try {
    window.indexedDB.deleteDatabase(workDatabase);
  } catch {
    // Where the browser keeps no data there is nothing to delete.
  }
}
