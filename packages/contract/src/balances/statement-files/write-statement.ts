import { quickBooks, xero } from './bank-csv.ts';
import { camt053 } from './camt-053.ts';
import { datev } from './datev.ts';
import { type DatevBooks, formatTraits, type StatementFormat } from './formats.ts';
import { mt940 } from './mt940.ts';
import { ofx } from './ofx.ts';
import { absolute, type StatementHead, type StatementWriter } from './statement-file.ts';
import { toWindows1252 } from './windows-1252.ts';

/** @throws TypeError for DATEV without the merchant's books */
export function writerOf(format: StatementFormat, head: StatementHead, books?: DatevBooks): StatementWriter {
  switch (format) {
    case 'CAMT_053':
      return camt053(head);
    case 'MT940':
      return mt940(head);
    case 'OFX':
      return ofx(head);
    case 'DATEV':
      if (!books) throw new TypeError('A DATEV file needs the numbers and accounts of the books.');
      return datev(head, books);
    case 'XERO':
      return xero();
    case 'QUICKBOOKS':
      return quickBooks();
  }
}

/** Turns a file's text into its bytes; undefined for UTF-8. */
export const encoderOf = (format: StatementFormat): ((text: string) => Uint8Array<ArrayBuffer>) | undefined =>
  format === 'DATEV' ? toWindows1252 : undefined;

/** The largest amounts that have room, in minor units: 15 characters in MT940, ten digits and two decimals in DATEV. */
const mostMinor: Partial<Record<StatementFormat, bigint>> = { MT940: 10n ** 14n - 1n, DATEV: 10n ** 12n - 1n };

/** Why this statement cannot be written in this format, as a sentence; undefined when it can. */
export function findFormatProblem(format: StatementFormat, head: StatementHead): string | undefined {
  const { label, mostLines } = formatTraits[format];
  const lines = head.linesIn + head.linesOut;
  if (mostLines !== undefined && lines > mostLines) {
    return `This period has ${lines.toLocaleString('en-GB')} lines; ${label} takes ${mostLines.toLocaleString('en-GB')} in one file. Choose a shorter one.`;
  }
  if (format === 'DATEV' && head.currency !== 'EUR') {
    return `DATEV books in euros, and this account is in ${head.currency}. Choose CAMT.053, which DATEV reads too.`;
  }
  const largest = [head.moneyIn, head.moneyOut, absolute(head.opening), absolute(head.closing)].some(
    (minor) => minor > (mostMinor[format] ?? minor),
  );
  return largest ? `The amounts of this period are too large for ${label}. Choose CAMT.053.` : undefined;
}
