/** What the address of the users says; undefined stands for everybody. */
export interface UsersSearch {
  searchFilter: string | undefined;
}

/** Reads the search parameter; what is no text falls back silently (contract §9 Addresses). */
export function readUsersSearch(given: Record<string, unknown>): UsersSearch {
  const text = given['searchFilter'];
  return { searchFilter: typeof text === 'string' ? text.trim().slice(0, 100) || undefined : undefined };
}
