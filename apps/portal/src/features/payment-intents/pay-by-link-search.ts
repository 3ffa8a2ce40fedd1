import { readPage } from '#lists/read-search.ts';

/** What the address of the list says (§2): its page from 1, undefined standing for the first. */
export type PayByLinkSearch = ReturnType<typeof readPayByLinkSearch>;

/** Reads the search parameters; an invalid page falls back to 1 (§5). */
export function readPayByLinkSearch({ page }: Record<string, unknown>) {
  return { page: readPage(page) };
}
