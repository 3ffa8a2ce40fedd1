import type { PayInQuery } from '@volume/contract/pay-ins/pay-ins.ts';
import { noValue } from '@volume/contract/pay-ins/labels.ts';
import { parseUtc, toWireTime } from '@volume/contract/lists/period.ts';
import { isIndexed } from '@volume/contract/lists/search-term.ts';
import { isSet, tooShort, toSearchAmount } from '#core/list-filters.ts';
import { toPattern, toSearchWords } from '#core/search-words.ts';
import type { Queries } from '#database/database.ts';
import { allOf, andOf, joined, raw, type Sql, sql, toEnumArray } from '#database/sql.ts';
import type { Span } from '#database/roll-ups/split-period.ts';
import { foldText } from '#database/fold-text.ts';

/** Filters of pay-ins (§7, contract §3 Filters); null for all merchants, for administrators only. */
export type PayInFilter = Omit<PayInQuery, 'page' | 'size' | 'sort' | 'merchantId'> & { merchantId: string | null };

/** Columns that differ between `payments` and the roll-ups. */
interface Columns {
  risk: Sql;
  isHeld: Sql;
}
const inPayments: Columns = { risk: sql`p.risk::text`, isHeld: sql`(p.hold = 'HELD')` };
const inRollUps: Columns = { risk: sql`p.risk`, isHeld: sql`p.is_held` };

interface Rule<Value> {
  /** The condition on `payments AS p` or a roll-up; null where the value excludes nothing. */
  sql: (value: Value, columns: Columns, filter: PayInFilter) => Sql | null;
  /** Whether the daily and monthly roll-ups have the column. */
  inRollUp: boolean | ((value: Value) => boolean);
}

/** The columns that most filters use are in the list's index (`payments_newest`), so that those need no table row. */
const payInFilters = {
  merchantId: { sql: (id) => sql`p.merchant_id = ${id}::uuid`, inRollUp: true },
  applicationId: { sql: (id) => sql`p.application_id = ${id}::uuid`, inRollUp: true },
  merchantPaymentId: { sql: (number) => sql`p.merchant_payment_id = ${number}`, inRollUp: false },
  paymentStatuses: { sql: (names) => sql`p.status = ANY(${toEnumArray(names)}::payment_status[])`, inRollUp: true },
  currencies: { sql: (names) => sql`p.currency = ANY(${toEnumArray(names)}::currency[])`, inRollUp: true },
  paymentTypes: { sql: (names) => sql`p.type = ANY(${toEnumArray(names)}::payment_type[])`, inRollUp: true },
  riskCategory: { sql: (names, { risk }) => sql`${risk} = ANY(${names}::text[])`, inRollUp: true },
  // Open refunds are few at any time and have a separate index.
  refundedFilter: { sql: (state) => raw(refundStates[state]), inRollUp: (state) => state !== 'REFUNDING' },
  heldFilter: { sql: (held, { isHeld }) => (held === 'HELD' ? isHeld : sql`NOT ${isHeld}`), inRollUp: true },
  // See `countOthers`; also the next one.
  returnedFilter: { sql: (state) => raw(`p.hold ${state === 'RETURNED' ? '=' : '<>'} 'RETURNED'`), inRollUp: false },
  reviewedFilter: { sql: (state) => (state === 'REVIEWED' ? isReviewed : sql`NOT ${isReviewed}`), inRollUp: false },
  sampleFilter: { sql: (state) => raw(state === 'ONLY' ? 'p.is_sample' : 'NOT p.is_sample'), inRollUp: false },
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

/** The same rule as `isCurrent` of a review: a mark made before the payment failed or was held no longer counts. */
const isReviewed = raw(`EXISTS (SELECT 1 FROM payment_reviews AS v
  WHERE v.merchant_id = p.merchant_id AND v.payment_id = p.payment_id
  AND (p.status <> 'FAILED' OR v.status = 'FAILED') AND (p.hold <> 'HELD' OR v.hold = 'HELD'))`);

/** Written as a literal, so that the planner can use the partial index of failed payments. */
const failed = `p.status = 'FAILED'`;

const isOrNone = (column: Sql, value: string): Sql =>
  value === noValue ? sql`${column} IS NULL` : sql`${column} = ${value}`;

const refundStates = {
  REFUNDED: 'p.is_refunded',
  NOT_REFUNDED: 'NOT p.is_refunded',
  REFUNDING: 'p.amount_refunding > 0',
} as const;

export const toCondition = (filter: PayInFilter): Sql =>
  allOf(rulesOf(filter).map(([rule, value]) => rule.sql(value, inPayments, filter)));

/** The filter on a roll-up, without dates; null when the roll-up lacks a filtered column. */
export function toRollUpCondition(filter: PayInFilter): Sql | null {
  const conditions: Sql[] = [];
  for (const [{ inRollUp, ...rule }, value] of rulesOf(filter)) {
    const condition = rule.sql(value, inRollUps, filter);
    if (condition === null) continue;
    if (!(typeof inRollUp === 'function' ? inRollUp(value) : inRollUp)) return null;
    conditions.push(condition);
  }
  return allOf(conditions);
}

export const toMilliseconds = (time: string | undefined) => (time === undefined ? undefined : parseUtc(time));

/** A span as filter values; their end is inclusive. */
export const toTimes = ({ from, to }: Span): Pick<PayInFilter, 'startDateTimeUtc' | 'endDateTimeUtc'> => ({
  startDateTimeUtc: from === null ? undefined : toWireTime(from),
  endDateTimeUtc: to === null ? undefined : toWireTime(new Date(to.getTime() - 1)),
});

function rulesOf(filter: PayInFilter): [Rule<never>, never][] {
  const names = Object.keys(payInFilters) as (keyof PayInFilter)[];
  return names.filter((name) => isSet(filter[name])).map((name) => [payInFilters[name], filter[name] as never]);
}

/**
 * A search term too short for the text index must be an amount or exactly an order number. @throws Problem 400
 * SEARCH_TOO_SHORT when it is neither
 */
export async function requireSearchable({ query }: Queries, filter: PayInFilter): Promise<void> {
  const { globalSearch: search = '', merchantId } = filter;
  const term = toSearchTerm(search);
  if (term === null || term.isIndexed || term.amount !== null) return;
  const [found] = await query(sql`${withOrder(search, merchantId)} LIMIT 1`);
  if (found === undefined) throw tooShort();
}

const ownedBy = (merchantId: string | null): Sql =>
  merchantId === null ? raw('') : sql`s.merchant_id = ${merchantId}::uuid AND `;

const withOrder = (order: string, merchantId: string | null): Sql =>
  sql`SELECT s.merchant_id, s.payment_id FROM payments AS s
    WHERE ${ownedBy(merchantId)}s.merchant_payment_id = ${order.trim()}`;

/** Each way to match is a set of ids from its own index; the union keeps all of them fast. */
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
  const { amount } = term;
  const sets = !term.isIndexed
    ? [withOrder(search, merchantId)]
    : [
        sql`SELECT s.merchant_id, s.payment_id FROM payment_search AS s WHERE ${own}${found}`,
        sql`SELECT s.merchant_id, found.payment_id FROM payer_search AS s JOIN payment_search AS found
       ON found.merchant_id = s.merchant_id AND found.payer_key = s.payer_key${andOf('found', merchantId)} WHERE ${own}${found}`,
      ];
  if (term.ids !== null) {
    const within = sql`BETWEEN ${term.ids.first}::uuid AND ${term.ids.last}::uuid`;
    // Across all merchants, `payments` has no index by id only.
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

/** The comparisons of a search: LIKE patterns for the folded text, and ranges of ids that begin with it. */
interface SearchTerm {
  /** One per word, matched in any order; `\` is the escape character. */
  patterns: string[];
  /** Its non-ASCII letters when it is too short for the trigram index; null otherwise. */
  letters: string[] | null;
  /** Whether a text index can be used. Otherwise the search would read all texts of a merchant. */
  isIndexed: boolean;
  /** First and last UUID that begin with the term; null when it cannot be the beginning of one. */
  ids: { first: string; last: string } | null;
  /** LIKE pattern for trace ids that begin with the term. */
  traces: string | null;
  /** The amount that it is; null when it is none. */
  amount: ReturnType<typeof toSearchAmount>;
}

const UUID_DIGITS = 32;
/** Fewer digits match too many ids: the first eight digits of a UUIDv7 cover about a minute. */
const FEWEST_DIGITS = 8;
/** Every word costs an index scan; further words are matched together, as typed. */
const MOST_WORDS = 8;
const hasTrigram = /[\p{L}\p{N}]{3}/u;
/** For words of this length or longer, the end is searched for as well. */
const LONG_WORD = 10;
const END_OF_WORD = 6;

/**
 * Parses a search term (§7 globalSearch). Its words match anywhere in the text of a payment or its payer; from eight
 * hex digits on, the whole term also matches the beginning of ids. Case and Latin accents are ignored. Null for an
 * empty term.
 */
export function toSearchTerm(term: string): SearchTerm | null {
  const words = toSearchWords(foldText(term));
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
    patterns: parts.flatMap((part) => [...endOf(part), part]).map(toPattern),
    ids: isBeginningOfId ? { first: toUuid(digits, '0'), last: toUuid(digits, 'f') } : null,
    traces: isHex && digits === text ? `${text}%` : null,
    amount: toSearchAmount(text),
  };
}

/**
 * A trigram index reads the posting lists of all trigrams of a pattern. A long order number has a dozen of them, most
 * of which occur in every order. Its end is more selective than its beginning, so search for the end and compare the
 * matches with the whole word.
 */
function endOf(word: string): string[] {
  const letters = [...word];
  const end = letters.slice(-END_OF_WORD).join('');
  return letters.length >= LONG_WORD && hasTrigram.test(end) ? [end] : [];
}

function toUuid(digits: string, rest: string): string {
  return digits.padEnd(UUID_DIGITS, rest).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
