import { Id } from '@volume/contract/ids.ts';
import * as z from 'zod/mini';

/** What the address of the list says (§2): its page from 1, undefined standing for the first. */
export type PayByLinkSearch = ReturnType<typeof readPayByLinkSearch>;

/** Reads the search parameters; an invalid page falls back to 1 (§5). */
export function readPayByLinkSearch(given: Record<string, unknown>) {
  const text = String(given['page'] ?? '');
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return {
    page: page >= 1 && page <= 1_000_000 ? page : undefined,
    applicationId: z.safeParse(Id, given['applicationId']).data,
  };
}
