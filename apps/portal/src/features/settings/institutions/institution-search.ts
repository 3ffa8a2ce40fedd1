/** The search parameters of the institutions page; undefined means all. */
export type InstitutionSearch = ReturnType<typeof readInstitutionSearch>;

/** Reads the search parameters; a value that is not text is ignored. */
export function readInstitutionSearch(given: Record<string, unknown>) {
  return { search: readText(given['search'], 100), country: readText(given['country'], 2) };
}

const readText = (given: unknown, most: number): string | undefined =>
  typeof given === 'string' && given !== '' ? given.slice(0, most) : undefined;
