import type { ExplainedPart, Explanation, FigureSum } from '@volume/contract/explain/explain.ts';
import { partTexts } from '@volume/contract/explain/figure-texts.ts';
import { figures } from '@volume/contract/explain/figures.ts';
import { type Currency, sayExact } from '@volume/contract/money/money.ts';
import { dayRangeText } from '#design/days/date-presets.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount, titleCase } from '#design/text/format-text.ts';

/**
 * Whether the figure is a count of rows; with a currency among its filters it is the sum of their amounts. The list of payouts
 * has one currency at a time, and shows their number.
 */
const isCount = ({ figure, filters }: Explanation): boolean =>
  figure === 'PAYOUTS' || (figures[figure].unit !== 'AMOUNT' && filters['currency'] === undefined);

/** A total as its screen shows it: an amount, a count or a share. */
export function sumText(explanation: Explanation, { amount, count, share }: FigureSum): string {
  const { figure, currency } = explanation;
  if (figures[figure].unit === 'SHARE') return share === null ? '–' : `${(share * 100).toFixed(1)}%`;
  if (!isCount(explanation)) return amount === null ? '–' : formatMoney(amount, currency ?? '');
  return count === null ? '–' : formatCount(count);
}

/** A number of the page in the form of `sumText`: minor units, a count or a share. */
export const valueText = (explanation: Explanation, value: number): string =>
  sumText(explanation, { amount: value, count: value, share: value });

/** Whether the recomputed total is the figure. */
export const agrees = (difference: FigureSum | null): boolean =>
  difference === null || [difference.amount, difference.count, difference.share].every((each) => !each);

/** The unexplained difference: `£0.40`; the first of amount, count and share that differs. */
export function differenceText(currency: Currency | null, { amount, count, share }: FigureSum): string {
  if (amount) return formatMoney(Math.abs(amount), currency ?? '');
  if (count) return formatCount(Math.abs(count));
  return `${(Math.abs(share ?? 0) * 100).toFixed(1)}%`;
}

export const withCurrency = (text: string, currency: string | null | undefined): string =>
  text.replace('{currency}', currency ?? '').trim();

interface PartLine {
  title: string;
  /** `4 pay-ins` */
  detail: string;
  /** Empty for a part without its own sum, such as a count that has no amount. */
  sum: string;
}

export function partLine(part: ExplainedPart, explanation: Explanation): PartLine {
  const { title, noun } = partTexts[part.part] ?? { title: titleCase(part.part), noun: ['entry', 'entries'] };
  const { count, amount, exact, rate, key } = part;
  const { currency } = explanation;
  const counted = count === null ? '' : formatCount(count);
  const isSum = amount !== null && !isCount(explanation);
  return {
    title: rate ? `${rate.percentage}%, ${dayRangeText(rate, '')}` : keyed(title, key, currency),
    detail: isSum && count !== null ? `${counted} ${noun[count === 1 ? 0 : 1]}` : '',
    sum: exact !== null && currency ? sayExact(exact, currency) : isSum ? formatMoney(amount, currency ?? '') : counted,
  };
}

const keyed = (title: string, key: string | null, currency: Currency | null): string =>
  key === null ? withCurrency(title, currency) : titleCase(key);
