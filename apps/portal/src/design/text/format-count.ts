const format = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** A count with its thousands apart, `4,312`; not a number is '–'. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? format.format(count) : '–';
}
