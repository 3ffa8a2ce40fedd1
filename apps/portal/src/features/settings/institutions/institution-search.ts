/** What the address of the institutions says; undefined stands for all of them. */
export type InstitutionSearch = ReturnType<typeof readInstitutionSearch>;

/** Reads the search parameters; what is no text falls back silently. */
export function readInstitutionSearch(given: Record<string, unknown>) {
  return { search: readText(given['search'], 100), country: readText(given['country'], 2) };
}

const readText = (given: unknown, most: number): string | undefined =>
  typeof given === 'string' && given !== '' ? given.slice(0, most) : undefined;
