export type DecimalMark = '.' | ',';

/** The digits of an amount before and after its decimal mark, without separators of thousands. */
export interface AmountDigits {
  whole: string;
  fraction: string;
}

/** How thousands are grouped: by three digits, or, as in India, by two above the first three. */
export type Grouping = 'by three' | 'by two or three';

const grouped: Readonly<Record<Grouping, RegExp>> = {
  'by three': /^[1-9]\d{0,2}([ ,.'])\d{3}(\1\d{3})*$/,
  'by two or three': /^\d{1,3}([ ,.'])(\d{2,3}\1)*\d{3}$/,
};

/**
 * Reads digits with one decimal mark at most and one kind of separator, `1.250,00` with a comma for example; undefined
 * where they cannot be read with this mark. A text such as `1.250` can be read with either.
 */
export function readDigits(text: string, mark: DecimalMark, grouping: Grouping): AmountDigits | undefined {
  const at = text.lastIndexOf(mark);
  const [whole, fraction] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  const separator = /\D/.exec(whole)?.[0];
  const isGrouped = separator === undefined || (separator !== mark && grouped[grouping].test(whole));
  if (!isGrouped || !/^\d*$/.test(fraction) || whole + fraction === '') return undefined;
  return { whole: whole.replaceAll(/\D/g, ''), fraction };
}

/** Minor units; undefined for fractions of a penny and for more than a number holds exactly. */
export function toMinorUnits({ whole, fraction }: AmountDigits): number | undefined {
  if (/[1-9]/.test(fraction.slice(2))) return undefined;
  const minor = Number(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}
