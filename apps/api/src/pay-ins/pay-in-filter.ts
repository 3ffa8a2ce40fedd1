import type { PaymentStatus, PaymentType, RefundedFilter, RiskCategory } from '@volume/contract/pay-ins.ts';
import type { Currency } from '@volume/contract/money.ts';
import type { Parameter } from '#database/database.ts';
import { toEnumArray } from '#database/to-enum-array.ts';
import { toSearchTerm } from './search-term.ts';

/** Which pay-ins are asked for (§7, contract §3 Filters); what is undefined or an empty list does not filter. */
export interface PayInFilter {
  /** Null for all merchants: administrators alone. */
  merchantId: string | null;
  applicationId?: string | undefined;
  statuses?: readonly PaymentStatus[] | undefined;
  currencies?: readonly Currency[] | undefined;
  types?: readonly PaymentType[] | undefined;
  risks?: readonly RiskCategory[] | undefined;
  refunded?: RefundedFilter | undefined;
  held?: 'HELD' | 'NOT_HELD' | undefined;
  /** Milliseconds since the epoch, both inclusive. */
  from?: number | undefined;
  to?: number | undefined;
  /** Minor units, both inclusive. */
  minAmount?: number | undefined;
  maxAmount?: number | undefined;
  search?: string | undefined;
  /** False leaves out payments made by the new payment flow. */
  includesNew?: boolean | undefined;
}

/** SQL with its parameters, numbered as they are added. */
export interface Condition {
  sql: string;
  parameters: Parameter[];
}

/** Conditions on `payments AS p`; every column but the search's stands in the list's index, so that they need no row. */
export function toCondition(filter: PayInFilter): Condition {
  const condition = createCondition();
  addDimensions(condition, filter, paymentColumns);
  const { from, to, minAmount, maxAmount } = filter;
  condition.add(from, (at) => `p.created_at >= ${at}`, toDate);
  condition.add(to, (at) => `p.created_at <= ${at}`, toDate);
  condition.add(minAmount, (at) => `p.amount >= ${at}::bigint`);
  condition.add(maxAmount, (at) => `p.amount <= ${at}::bigint`);
  if (filter.includesNew === false) condition.parts.push('NOT p.is_new_payment');
  // Few at any time, with an index of their own.
  if (filter.refunded === 'REFUNDING') condition.parts.push('p.amount_refunding > 0');
  addSearch(condition, filter);
  return finish(condition);
}

/** The same filter on a roll-up by day or month, dates apart; null where the roll-up does not know what is asked. */
export function toRollUpCondition(filter: PayInFilter): Condition | null {
  const { minAmount, maxAmount, search, includesNew, refunded } = filter;
  const hasSearch = search !== undefined && toSearchTerm(search) !== null;
  const isOutside = hasSearch || includesNew === false || refunded === 'REFUNDING';
  if (isOutside || minAmount !== undefined || maxAmount !== undefined) return null;
  const condition = createCondition();
  addDimensions(condition, filter, rollUpColumns);
  return finish(condition);
}

const paymentColumns = { risk: 'p.risk::text', isHeld: `(p.hold = 'HELD')` };
const rollUpColumns = { risk: 'p.risk', isHeld: 'p.is_held' };
const toDate = (milliseconds: number) => new Date(milliseconds);

interface Building {
  parts: string[];
  parameters: Parameter[];
  add: <T extends Parameter>(
    value: T | null | undefined,
    part: (at: string) => string,
    toParameter?: (value: T) => Parameter,
  ) => void;
}

function createCondition(): Building {
  const parts: string[] = [];
  const parameters: Parameter[] = [];
  return {
    parts,
    parameters,
    add: (value, part, toParameter) => {
      if (value == null || (Array.isArray(value) && value.length === 0)) return;
      parameters.push(toParameter === undefined ? value : toParameter(value));
      parts.push(part(`$${parameters.length}`));
    },
  };
}

function addDimensions({ add, parts }: Building, filter: PayInFilter, columns: typeof paymentColumns): void {
  add(filter.merchantId, (at) => `p.merchant_id = ${at}::uuid`);
  add(filter.applicationId, (at) => `p.application_id = ${at}::uuid`);
  add(filter.statuses, (at) => `p.status = ANY(${at}::payment_status[])`, toEnumArray);
  add(filter.currencies, (at) => `p.currency = ANY(${at}::currency[])`, toEnumArray);
  add(filter.types, (at) => `p.type = ANY(${at}::payment_type[])`, toEnumArray);
  add(filter.risks, (at) => `${columns.risk} = ANY(${at}::text[])`);
  if (filter.refunded === 'REFUNDED') parts.push('p.is_refunded');
  if (filter.refunded === 'NOT_REFUNDED') parts.push('NOT p.is_refunded');
  if (filter.held !== undefined) parts.push(filter.held === 'HELD' ? columns.isHeld : `NOT ${columns.isHeld}`);
}

/** The ways to be found are each a set of ids from its own index; their union keeps every one of them fast. */
function addSearch({ parts, parameters }: Building, { search, merchantId }: PayInFilter): void {
  const term = search === undefined ? null : toSearchTerm(search);
  if (term === null) return;
  const at = (parameter: Parameter) => `$${parameters.push(parameter)}`;
  const own = merchantId === null ? '' : `s.merchant_id = ${at(merchantId)}::uuid AND `;
  const led = `octet_length(s.text) > char_length(s.text) AND letters_beyond_ascii(s.text) @> `;
  const words = term.patterns.map((pattern) => `s.text LIKE ${at(pattern)}`).join(' AND ');
  const found = `${words}${term.letters === null ? '' : ` AND ${led}${at(term.letters)}::text[]`}`;
  const sets = [
    `SELECT s.merchant_id, s.payment_id FROM payment_search AS s WHERE ${own}${found}`,
    `SELECT s.merchant_id, found.payment_id FROM payer_search AS s JOIN payment_search AS found
       ON found.merchant_id = s.merchant_id AND found.payer_key = s.payer_key WHERE ${own}${found}`,
  ];
  if (term.ids !== null) {
    const range = `${at(term.ids.first)}::uuid AND ${at(term.ids.last)}::uuid`;
    sets.push(
      `SELECT s.merchant_id, s.object_id FROM object_directory AS s WHERE ${own}s.kind = 'PAYMENT' AND s.object_id BETWEEN ${range}`,
    );
  }
  if (term.traces !== null) {
    sets.push(`SELECT s.merchant_id, s.payment_id FROM payments AS s WHERE ${own}s.tracing_id LIKE ${at(term.traces)}`);
  }
  parts.push(`(p.merchant_id, p.payment_id) IN (${sets.join(' UNION ALL ')})`);
}

function finish({ parts, parameters }: Building): Condition {
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), parameters };
}
