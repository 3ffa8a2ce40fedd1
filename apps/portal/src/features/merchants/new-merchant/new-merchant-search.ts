import { readChoices, readId } from '#lists/read-search.ts';

export const steps = ['company', 'applications', 'terms', 'user', 'review'] as const;
export type Step = (typeof steps)[number];

export interface NewMerchantSearch {
  draft?: string | undefined;
  /** When left out, the first unfinished step. */
  step?: Step | undefined;
}

/** Apart from the page, because the address is read before the page's code has loaded. */
export function readNewMerchantSearch(given: { draft?: unknown; step?: unknown }): NewMerchantSearch {
  const [step] = readChoices(given.step, steps);
  return { draft: readId(given.draft), step };
}
