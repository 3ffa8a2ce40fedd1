/** What the address of the list says (§2): its page from 1, undefined standing for the first. */
export type PayByLinkSearch = ReturnType<typeof readPayByLinkSearch>;

/** Reads the search parameters; an invalid page falls back to 1 (§5). */
export function readPayByLinkSearch({ page }: Record<string, unknown>): { page: number | undefined } {
  return { page: /^[1-9]\d{0,5}$/.test(String(page)) ? Number(page) : undefined };
}
