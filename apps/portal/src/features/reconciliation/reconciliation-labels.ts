import type { Tone } from '#design/feedback/tag-looks.ts';
import { formatMoney } from '#design/text/format-money.ts';
import type { BookEntry, BookKind } from './matching/books.ts';
import type { Match, Rule } from './matching/result.ts';
import type { View } from './reconciliation.ts';

export const viewLabels: Record<View, string> = {
  matched: 'Matched',
  look: 'To review',
  bank: 'Only at the bank',
  here: 'Only in Volume',
};

export const ruleLabels: Record<Rule, string> = {
  exact: 'Sum and reference agree',
  ambiguous: 'Same sum and reference, more than one fits',
  swapped: 'Day and month swapped',
  late: 'Same sum and reference, other day',
  joined: 'Several payments in one line',
  split: 'One payment in several lines',
  name: 'Same sum and name',
  misspelt: 'Same sum, reference nearly agrees',
  difference: 'Reference agrees, sum does not',
  batch: 'All of a day in one line',
  duplicate: 'Duplicate line',
  sum: 'Same sum only',
  hand: 'Matched by hand',
};

const days = (count: number): string => {
  const size = Math.abs(count);
  if (size === 0) return 'same day';
  return `${size} ${size === 1 ? 'day' : 'days'} ${count > 0 ? 'later' : 'earlier'}`;
};

export function reasonOf(match: Match, currency: string): string {
  const { rule, daysApart, difference, lines, entries, twin } = match;
  switch (rule) {
    case 'exact':
      return `Same sum, ${days(daysApart)}`;
    case 'ambiguous':
      return 'More than one fits';
    case 'swapped':
      return 'Day and month swapped';
    case 'late':
    case 'name':
    case 'misspelt':
    case 'sum':
      return `Same sum, ${days(daysApart)}`;
    case 'joined':
    case 'batch':
      return `${entries.length} payments add up`;
    case 'split':
      return `${lines.length} lines add up`;
    case 'difference':
      return `${formatMoney(Math.abs(difference), currency)} apart`;
    case 'hand':
      return difference === 0 ? 'By hand' : `By hand, ${formatMoney(Math.abs(difference), currency)} apart`;
    case 'duplicate':
      return `Same as line ${(twin ?? 0) + 1}`;
  }
}

/** The fields that agree, besides the amount. */
export function agreementOf({ rule, hasSameName }: Match): string {
  const named = hasSameName ? ', name agrees' : '';
  if (rule === 'name') return 'name agrees';
  if (rule === 'sum') return 'nothing else agrees';
  if (rule === 'misspelt') return `reference nearly agrees${named}`;
  if (rule === 'joined' || rule === 'split' || rule === 'batch') return hasSameName ? 'name agrees' : '';
  return rule === 'duplicate' || rule === 'hand' ? '' : `reference agrees${named}`;
}

export function toneOf({ rule }: Match): Tone {
  if (rule === 'exact') return 'ok';
  if (rule === 'duplicate' || rule === 'difference') return 'held';
  return rule === 'sum' || rule === 'ambiguous' || rule === 'hand' ? 'calm' : 'move';
}

const kindLabels: Record<BookKind, string> = {
  PAY_IN: 'Payment from',
  PAYOUT: 'Payout to',
  REFUND: 'Refund to',
  RETURN: 'Returned',
  EXCHANGE: 'Exchange',
  FEE: 'Fee',
};

/** The kind of an entry, in front of its name; empty when the name says it, as `Exchange fee` does. */
export function entryLabel({ kind, name }: Pick<BookEntry, 'kind' | 'name'>): string {
  const label = kindLabels[kind] ?? kind;
  return name.toLowerCase().includes(label.toLowerCase()) ? '' : label;
}

/** True for money that may still arrive. */
export const isOnItsWay = ({ status }: BookEntry): boolean => status === 'IN_PROGRESS' || status === 'HELD';

/** Money in and money out, which are never added: `£77.01 in, £1.71 out`. Amounts in minor units. */
export function sumsText(amounts: readonly { amount: number }[], currency: string): string {
  const total = (sign: 1 | -1): number =>
    amounts.reduce((sum, { amount }) => (Math.sign(amount) === sign ? sum + Math.abs(amount) : sum), 0);
  const [into, out] = [total(1), total(-1)];
  if (into === 0 && out === 0) return formatMoney(0, currency);
  const texts = [into > 0 && `${formatMoney(into, currency)} in`, out > 0 && `${formatMoney(out, currency)} out`];
  return texts.filter(Boolean).join(', ');
}
