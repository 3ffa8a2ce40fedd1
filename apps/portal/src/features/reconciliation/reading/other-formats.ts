import { UnreadableStatement } from './statement.ts';

/** Formats that banks and accountants use but that are not read, by the beginning of the file. */
const formats: readonly [name: string, begin: RegExp][] = [
  ['a QIF file, which says neither of which account nor in which currency it is', /^!(type|account|option|clear)\b/i],
  ['an IIF file of QuickBooks', /^!(trns|accnt|hdr)\b/i],
  ['a BAI2 file', /^01,[^,\n]*,[^,\n]*,\d{6},/],
  ['a Norma 43 file', /^11\d{30}[12]\d{17}/],
  ['a CODA file', /^0{5}\d{9}05/],
  ['a CFONB 120 file', /^01\d{5} {4}\d{5}/],
  ['an ABO file (GPC)', /^074\d{16}/],
  ['a DATEV file of postings', /^"?(EXTF|DTVF)"?;/],
  [
    'an export of GoCardless, which lists single payments and what happened to them',
    /^[^\r\n]*\b((links|resources|customers|payments|payouts|mandates|details)\.[a-z_]+\b[^\r\n]*){2}/i,
  ],
  ['a JSON file', /^[[{]\s*["{]/],
];

/** @throws UnreadableStatement that names the format, when it is a known one */
export function refuseOtherFormats(start: string): void {
  const name = formats.find(([, begin]) => begin.test(start.trimStart()))?.[0];
  if (name === undefined) return;
  throw new UnreadableStatement(
    `This is ${name}, not a bank statement that can be read. Download the statement as CAMT.053, MT940, OFX or CSV from your bank.`,
  );
}
