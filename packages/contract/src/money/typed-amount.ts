import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import { type AmountDigits, readDigits, toMinorUnits } from './amount-digits.ts';
import { currencies } from './currencies.ts';
import { type Currency, majorText, sayMajor, sayMoney } from './money.ts';

/** A typed amount in minor units, with the currency if it was typed; or the error message. */
export type TypedAmount = { minor: number; currency: Currency | null } | { fault: string };

const framed = /^\+?(£gb|£|€|gbp|eur)? ?(.*?) ?(£gb|£|€|gbp|eur)?$/i;
// French locales write `£GB`.
const signs: Record<string, Currency> = { '£': 'GBP', '£gb': 'GBP', gbp: 'GBP', '€': 'EUR', eur: 'EUR' };

/**
 * Reads an amount that was typed or pasted into a field: `12,50`, `1.250,00`, `£1,250.00`. An ambiguous text such as
 * `1.250` is never guessed: the error message offers both spellings. A currency other than the field's is rejected.
 */
export function readTypedAmount(text: string, fieldCurrency?: string): TypedAmount {
  const plain = dropInvisible(text).replaceAll('’', "'").trim();
  const [, before, digits = '', after] = framed.exec(plain) ?? [];
  const sign = before ?? after;
  const currency = signs[sign?.toLowerCase() ?? ''] ?? null;
  if (before !== undefined && after !== undefined) return { fault: example };
  if (sign !== undefined && fieldCurrency !== undefined && currency !== fieldCurrency && /\d/.test(digits)) {
    return { fault: `This amount is in ${fieldCurrency}. Write it without ${sign.toUpperCase()}.` };
  }
  const minor = readTyped(digits);
  return minor === undefined ? { fault: refuse(digits, fieldCurrency) } : { minor, currency };
}

const example = 'Enter an amount such as 12.50.';

/** Maximum number of digits before the decimal mark, as on the wire. */
const mostDigits = 13;

function readTyped(text: string): number | undefined {
  const [point, comma] = (['.', ','] as const).map((mark) => readDigits(text, mark, 'by three')).map(withRoom);
  // Dots separate thousands only before a decimal comma: `1.250` could also be 1.25.
  const isCommaClear = comma !== undefined && (comma.fraction !== '' || !text.includes('.'));
  const digits = point ?? (isCommaClear ? comma : undefined);
  return digits && toMinorUnits(digits);
}

const withRoom = (digits: AmountDigits | undefined): AmountDigits | undefined =>
  digits && digits.whole.length <= mostDigits && digits.fraction.length <= 2 ? digits : undefined;

function refuse(text: string, currency: string | undefined): string {
  const offered = findReadings(text);
  if (offered.length === 0) return example;
  const known = currencies.find((each) => each === currency);
  const amounts = offered.map(({ minor }) => (known === undefined ? sayMajor(minor) : sayMoney(minor, known)));
  return `Is this ${amounts.join(' or ')}? Write ${offered.map(({ spelling }) => spelling).join(' or ')}.`;
}

/** The possible meanings of a rejected text: either all its marks group thousands, or the last one is the decimal mark. */
function findReadings(text: string): { minor: number; spelling: string }[] {
  const [, whole = '', mark = '', end = ''] = /^((?:\d+[ ,.'])*\d+|)([ ,.'])(\d+)[.,]?$/.exec(text) ?? [];
  const digits = `${whole}${end}`.replaceAll(/\D/g, '');
  if (end === '' || digits.length > mostDigits) return [];
  const grouped = Number(digits) * 100;
  // A mark that occurs twice before three digits is not a decimal mark, and neither is a space or an apostrophe before
  // three digits.
  const isGroup = end.length > 2 && (whole.includes(mark) || !/[.,]/.test(mark));
  const decimal = Number(whole.replaceAll(/\D/g, '') + end.slice(0, 2).padEnd(2, '0'));
  return [
    { minor: grouped, spelling: String(grouped / 100) },
    ...(isGroup || decimal === grouped ? [] : [{ minor: decimal, spelling: majorText(decimal) }]),
  ];
}
