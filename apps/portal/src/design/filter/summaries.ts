/** The two parameters of the address that a range sets. */
export type RangeNames = readonly [from: string, to: string];

/** Decimal text in major units, “12.50”; a missing end is open. */
export interface AmountRange {
  from?: string | undefined;
  to?: string | undefined;
}

const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d)(?=\.|$))/g, ',');

/** A short summary of a range of amounts; undefined when both ends are open. */
export function amountsText(range: AmountRange): string | undefined {
  const from = range.from === undefined ? undefined : grouped(range.from);
  const to = range.to === undefined ? undefined : grouped(range.to);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} – ${to}`;
  if (from !== undefined) return `from ${from}`;
  return to === undefined ? undefined : `up to ${to}`;
}

/** A short summary of the selection; undefined when nothing is selected. */
export function selectedText<Value extends string>(
  options: readonly { value: Value; label: string }[],
  selected: readonly Value[],
): string | undefined {
  if (selected.length === 0) return undefined;
  if (selected.length > 1) return `${selected.length} of ${options.length}`;
  return options.find((option) => option.value === selected[0])?.label ?? selected[0];
}
