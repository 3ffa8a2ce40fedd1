import type { PayInQuery } from '@volume/contract/pay-ins.ts';
import { noneThere } from '@volume/contract/pay-in-words.ts';
import { parseUtc, toWireTime } from '@volume/contract/period.ts';
import { isIndexed } from '@volume/contract/search-term.ts';
import { isAsked, tooShort, toSearchAmount } from '#core/list-filters.ts';
import type { Queries } from '#database/database.ts';
import { allOf, andOf, joined, raw, type Sql, sql, toEnumArray } from '#database/sql.ts';
import type { Span } from '#database/roll-ups/split-period.ts';
import { foldText } from '#database/fold-text.ts';

/** Which pay-ins are asked for (§7, contract §3 Filters); null for all merchants: administrators alone. */
export type PayInFilter = Omit<PayInQuery, 'page' | 'size' | 'sort' | 'merchantId'> & { merchantId: string | null };

/** Where the two tables that are filtered name the same thing differently. */
interface Columns {
  risk: Sql;
  isHeld: Sql;
}
const inPayments: Columns = { risk: sql`p.risk::text`, isHeld: sql`(p.hold = 'HELD')` };
const inRollUps: Columns = { risk: sql`p.risk`, isHeld: sql`p.is_held` };

interface Rule<Value> {
  /** On `payments AS p`, and on a roll-up that knows it; null where the value lets everything through. */
  sql: (value: Value, columns: Columns, filter: PayInFilter) => Sql | null;
  /** Whether the roll-ups by day and month know what is asked. */
  inRollUp: boolean | ((value: Value) => boolean);
}

/** Every column but the search's stands in the list's index, so that a filter needs no row. */
const payInFilters = {
  merchantId: { sql: (id) => sql`p.merchant_id = ${id}::uuid`, inRollUp: true },
  applicationId: { sql: (id) => sql`p.application_id = ${id}::uuid`, inRollUp: true },
  merchantPaymentId: { sql: (number) => sql`p.merchant_payment_id = ${number}`, inRollUp: false },
  paymentStatuses: { sql: (names) => sql`p.status = ANY(${toEnumArray(names)}::payment_status[])`, inRollUp: true },
  currencies: { sql: (names) => sql`p.currency = ANY(${toEnumArray(names)}::currency[])`, inRollUp: true },
  paymentTypes: { sql: (names) => sql`p.type = ANY(${toEnumArray(names)}::payment_type[])`, inRollUp: true },
  riskCategory: { sql: (names, { risk }) => sql`${risk} = ANY(${names}::text[])`, inRollUp: true },
  // Open refunds are few at any time, with an index of their own.
  refundedFilter: { sql: (state) => raw(refundStates[state]), inRollUp: (state) => state !== 'REFUNDING' },
  heldFilter: { sql: (held, { isHeld }) => (held === 'HELD' ? isHeld : sql`NOT ${isHeld}`), inRollUp: true },
  // Counted by the few that are reviewed: `countPayIns`.
  reviewedFilter: { sql: (state) => (state === 'REVIEWED' ? isReviewed : sql`NOT ${isReviewed}`), inRollUp: false },
  startDateTimeUtc: { sql: (from) => sql`p.created_at >= ${new Date(parseUtc(from))}`, inRollUp: false },
  endDateTimeUtc: { sql: (to) => sql`p.created_at <= ${new Date(parseUtc(to))}`, inRollUp: false },
  minAmount: { sql: (least) => sql`p.amount >= ${least}::bigint`, inRollUp: false },
  maxAmount: { sql: (most) => sql`p.amount <= ${most}::bigint`, inRollUp: false },
  includeNewPayments: { sql: (isAll) => (isAll ? null : sql`NOT p.is_new_payment`), inRollUp: false },
  institutionId: {
    sql: (id, _, { paymentStatuses }) =>
      allOf([isOrNone(sql`p.institution_id`, id), paymentStatuses?.join() === 'FAILED' ? raw(failed) : null]),
    inRollUp: false,
  },
  failureReason: { sql: (reason) => allOf([raw(failed), isOrNone(sql`p.error_description`, reason)]), inRollUp: false },
  failureHour: {
    sql: (hour) => allOf([raw(failed), sql`extract(hour FROM p.created_at AT TIME ZONE 'UTC') = ${Number(hour)}::int`]),
    inRollUp: false,
  },
  globalSearch: { sql: (term, _, { merchantId }) => searchBy(term, merchantId), inRollUp: false },
} satisfies { [Name in keyof PayInFilter]-?: Rule<NonNullable<PayInFilter[Name]>> };

/** The same as `isCurrent` of a review: a mark from before it failed or was held no longer counts. */
const isReviewed = raw(`EXISTS (SELECT 1 FROM payment_reviews AS v
  WHERE v.merchant_id = p.merchant_id AND v.payment_id = p.payment_id
  AND (p.status <> 'FAILED' OR v.status = 'FAILED') AND (p.hold <> 'HELD' OR v.hold = 'HELD'))`);

/** Written out, so that the index of the failed alone serves it. */
const failed = `p.status = 'FAILED'`;

const isOrNone = (column: Sql, value: string): Sql =>
  value === noneThere ? sql`${column} IS NULL` : sql`${column} = ${value}`;

const refundStates = {
  REFUNDED: 'p.is_refunded',
  NOT_REFUNDED: 'NOT p.is_refunded',
  REFUNDING: 'p.amount_refunding > 0',
} as const;

/** Conditions on `payments AS p`. */
export const toCondition = (filter: PayInFilter): Sql =>
  allOf(askedOf(filter).map(([rule, value]) => rule.sql(value, inPayments, filter)));

/** The same filter on a roll-up by day or month, its dates left out by the caller; null where the roll-up does not know what is asked. */
export function toRollUpCondition(filter: PayInFilter): Sql | null {
  const conditions: Sql[] = [];
  for (const [{ inRollUp, ...rule }, value] of askedOf(filter)) {
    const condition = rule.sql(value, inRollUps, filter);
    if (condition === null) continue;
    if (!(typeof inRollUp === 'function' ? inRollUp(value) : inRollUp)) return null;
    conditions.push(condition);
  }
  return allOf(conditions);
}

export const toMilliseconds = (time: string | undefined) => (time === undefined ? undefined : parseUtc(time));

/** A span in the list's own filters, whose end is within it. */
export const toTimes = ({ from, to }: Span): Pick<PayInFilter, 'startDateTimeUtc' | 'endDateTimeUtc'> => ({
  startDateTimeUtc: from === null ? undefined : toWireTime(from),
  endDateTimeUtc: to === null ? undefined : toWireTime(new Date(to.getTime() - 1)),
});

/** The rules that a filter asks for, each with its value. */
function askedOf(filter: PayInFilter): [Rule<never>, never][] {
  const names = Object.keys(payInFilters) as (keyof PayInFilter)[];
  return names.filter((name) => isAsked(filter[name])).map((name) => [payInFilters[name], filter[name] as never]);
}

/**
 * A search text that no index of texts knows finds an amount, or the order number that is exactly it.
 * @throws Problem 400 SEARCH_TOO_SHORT when it is neither
 */
export async function requireSearchable({ query }: Queries, filter: PayInFilter): Promise<void> {
  const { globalSearch: search = '', merchantId } = filter;
  const term = toSearchTerm(search);
  if (term === null || term.isIndexed || toSearchAmount(search) !== null) return;
  const [found] = await query(sql`${withOrder(search, merchantId)} LIMIT 1`);
  if (found === undefined) throw tooShort();
}

const ownedBy = (merchantId: string | null): Sql =>
  merchantId === null ? raw('') : sql`s.merchant_id = ${merchantId}::uuid AND `;

const withOrder = (order: string, merchantId: string | null): Sql =>
  sql`SELECT s.merchant_id, s.payment_id FROM payments AS s
    WHERE ${ownedBy(merchantId)}s.merchant_payment_id = ${order.trim()}`;

/** The ways to be found are each a set of ids from its own index; their union keeps every one of them fast. */
function searchBy(search: string, merchantId: string | null): Sql | null {
  const term = toSearchTerm(search);
  if (term === null) return null;
  const own = ownedBy(merchantId);
  const found = allOf([
    ...term.patterns.map((pattern) => sql`s.text LIKE ${pattern}`),
    term.letters === null
      ? null
      : sql`octet_length(s.text) > char_length(s.text) AND letters_beyond_ascii(s.text) @> ${term.letters}::text[]`,
  ]);
  const amount = toSearchAmount(search);
  const sets = !term.isIndexed
    ? [withOrder(search, merchantId)]
    : [
        sql`SELECT s.merchant_id, s.payment_id FROM payment_search AS s WHERE ${own}${found}`,
        sql`SELECT s.merchant_id, found.payment_id FROM payer_search AS s JOIN payment_search AS found
       ON found.merchant_id = s.merchant_id AND found.payer_key = s.payer_key${andOf('found', merchantId)} WHERE ${own}${found}`,
      ];
  if (term.ids !== null) {
    const within = sql`BETWEEN ${term.ids.first}::uuid AND ${term.ids.last}::uuid`;
    // Of all merchants, payments have no index by id alone.
    sets.push(
      merchantId === null
        ? sql`SELECT s.merchant_id, s.object_id FROM object_directory AS s WHERE s.kind = 'PAYMENT' AND s.object_id ${within}`
        : sql`SELECT s.merchant_id, s.payment_id FROM payments AS s WHERE ${own}s.payment_id ${within}`,
    );
  }
  if (term.traces !== null) {
    sets.push(sql`SELECT s.merchant_id, s.payment_id FROM payments AS s WHERE ${own}s.tracing_id LIKE ${term.traces}`);
  }
  if (amount !== null) {
    const { minor, currency } = amount;
    const inCurrency = currency === null ? raw('') : sql` AND s.currency = ${currency}::currency`;
    sets.push(sql`SELECT s.merchant_id, s.payment_id FROM payments AS s
       WHERE ${own}s.amount = ${minor}::bigint${inCurrency}`);
  }
  return sql`(p.merchant_id, p.payment_id) IN (${joined(sets, ' UNION ALL ')})`;
}

/** What one search term is compared with: LIKE patterns for the folded text, and ranges of ids where it could begin one. */
interface SearchTerm {
  /** One for each of its words, in whatever order a text has them; with `\` as the escape character. */
  patterns: string[];
  /** Its letters beyond ASCII where it is too short for the trigrams of an index; null where it is not, or has none. */
  letters: string[] | null;
  /** Whether an index of texts knows any of it: what none does would read every text of a merchant. */
  isIndexed: boolean;
  /** First and last UUID beginning with the term; null when it begins none. */
  ids: { first: string; last: string } | null;
  /** LIKE pattern of the trace ids beginning with the term. */
  traces: string | null;
}

const UUID_DIGITS = 32;
/** Fewer digits begin too many ids: the eight first are a UUIDv7's minute. */
const FEWEST_DIGITS = 8;
/** Every word costs a look into the index; those beyond go together, as they were typed. */
const MOST_WORDS = 8;
const hasTrigram = /[\p{L}\p{N}]{3}/u;
/** A word as long as this one is looked for by its end as well. */
const LONG_WORD = 10;
const END_OF_WORD = 6;

/**
 * Reads a search term (§7 globalSearch): its words found anywhere in the text of a payment or of its payer, the whole at the beginning
 * of its ids from eight digits on, whatever the case or Latin accents. Null for an empty term.
 */
export function toSearchTerm(term: string): SearchTerm | null {
  const words = foldText(term)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const text = words.join(' ');
  const parts = [...words.slice(0, MOST_WORDS - 1), words.slice(MOST_WORDS - 1).join(' ')].filter(
    (part) => part !== '',
  );
  const digits = text.replaceAll('-', '');
  const isHex = /^[0-9a-f]+$/.test(digits) && digits.length >= FEWEST_DIGITS;
  const isBeginningOfId = isHex && digits.length <= UUID_DIGITS && /^[0-9a-f]{8}/.test(text);
  const letters = [...new Set(text)].filter((letter) => letter > '\u007f');
  return {
    letters: letters.length > 0 && !hasTrigram.test(text) ? letters : null,
    isIndexed: letters.length > 0 || isIndexed(text),
    patterns: parts.flatMap((part) => [...endOf(part), part]).map((part) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`),
    ids: isBeginningOfId ? { first: toUuid(digits, '0'), last: toUuid(digits, 'f') } : null,
    traces: isHex && digits === text ? `${text}%` : null,
  };
}

/**
 * An index of trigrams reads for each candidate the lists of all that a pattern has: a dozen of an order's number, most of them in every order. Its end
 * tells more than its beginning; what has it is then compared with the whole.
 */
function endOf(word: string): string[] {
  const letters = [...word];
  const end = letters.slice(-END_OF_WORD).join('');
  return letters.length >= LONG_WORD && hasTrigram.test(end) ? [end] : [];
}

function toUuid(digits: string, rest: string): string {
  return digits.padEnd(UUID_DIGITS, rest).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
