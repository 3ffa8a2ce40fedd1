import type { CallInput } from './build-request.ts';
import type { CallName } from './errors.ts';
import type { Calls } from './generated/calls.ts';
import type { Given } from './options.ts';

/** The calls that return a page of rows. */
export type ListName = { [K in CallName]: [Calls[K]['row']] extends [never] ? never : K }[CallName];

/** Every row of a list, page by page: `for await (const payment of client.pages.listPayIns({ query }))`. */
export type Pages<Names extends ListName> = {
  readonly [K in Names]: (...given: Given<Calls[K]['input']>) => AsyncGenerator<Calls[K]['row'], void, undefined>;
};

interface Page {
  content: readonly unknown[];
  last: boolean;
}

/**
 * Reads pages until the last. A row that appears at the top in the meantime moves the others down, so a row can appear twice: if
 * that matters, sort oldest first or end the period with `endDateTimeUtc`.
 */
export async function* eachRow(
  read: (input: CallInput) => Promise<unknown>,
  { query = {}, ...input }: CallInput,
): AsyncGenerator<unknown, void, undefined> {
  const size = query['size'] ?? 100;
  for (let page = Number(query['page'] ?? 0); ; page++) {
    const { content, last } = (await read({ ...input, query: { ...query, page, size } })) as Page;
    yield* content;
    // An empty page is the end too, so that a wrong `last` never causes an endless loop.
    if (last || content.length === 0) return;
  }
}
