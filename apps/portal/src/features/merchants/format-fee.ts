const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });

/** A fee in per cent as text: `1.2%`; not a number is '–'. */
export function formatFee(percentage: number): string {
  return Number.isFinite(percentage) ? `${format.format(percentage)}%` : '–';
}
