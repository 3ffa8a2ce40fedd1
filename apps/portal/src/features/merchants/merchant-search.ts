export const merchantSorts = ['company', 'applications', 'fee'] as const;
export type MerchantSort = (typeof merchantSorts)[number];

/** What the address of the merchant list says; undefined stands for the default. */
export type MerchantSearch = ReturnType<typeof readMerchantSearch>;

/** Reads the search parameters; what is unknown falls back silently. */
export function readMerchantSearch(given: Record<string, unknown>) {
  const find = String([given['find']].flat()[0] ?? '').slice(0, 200);
  const page = String(given['page'] ?? '');
  return {
    find: find.trim() === '' ? undefined : find,
    sort: merchantSorts.find((sort) => sort !== 'company' && sort === given['sort']),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : undefined,
  };
}
