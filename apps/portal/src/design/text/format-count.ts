/** A count with its thousands apart, `4,312`; not a number is '–'. */
export function formatCount(count: number): string {
  return Number.isFinite(count)
    ? Math.round(count)
        .toFixed(0)
        .replace(/\B(?=(\d{3})+$)/g, ',')
    : '–';
}
