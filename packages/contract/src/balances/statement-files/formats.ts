import * as z from 'zod/mini';

export const statementFormats = ['CAMT_053', 'MT940', 'OFX', 'DATEV', 'XERO', 'QUICKBOOKS'] as const;
export type StatementFormat = (typeof statementFormats)[number];

interface FormatTraits {
  label: string;
  extension: string;
  /** The media type with its character set. */
  type: string;
  /** The most lines that programs take in one file; undefined when there is no such limit. */
  mostLines?: number;
}

export const formatTraits: Readonly<Record<StatementFormat, FormatTraits>> = {
  CAMT_053: { label: 'CAMT.053', extension: 'xml', type: 'application/xml; charset=utf-8' },
  MT940: { label: 'MT940', extension: 'sta', type: 'text/plain; charset=us-ascii' },
  OFX: { label: 'OFX', extension: 'ofx', type: 'application/x-ofx; charset=utf-8' },
  DATEV: { label: 'DATEV', extension: 'csv', type: 'text/csv; charset=windows-1252', mostLines: 99_999 },
  XERO: { label: 'Xero', extension: 'csv', type: 'text/csv; charset=utf-8', mostLines: 1_000 },
  QUICKBOOKS: { label: 'QuickBooks', extension: 'csv', type: 'text/csv; charset=utf-8', mostLines: 1_000 },
};

const ledgerAccount = z.string().check(z.regex(/^[1-9]\d{2,8}$/, 'must be an account number of three to nine digits'));

/** How a tax adviser keeps a merchant's books in DATEV; a file in that format needs all of it. */
export const datevBooks = {
  /** The adviser's number (Beraternummer). */
  consultantNumber: z.string().check(
    z.regex(/^\d{4,7}$/, 'must be a number from 1001 to 9999999'),
    z.refine((text: string) => Number(text) > 1000, 'must be a number from 1001 to 9999999'),
  ),
  /** The merchant's number at the adviser (Mandantennummer). */
  clientNumber: z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999')),
  /** The first day of the financial year: `01-01`. */
  yearBegins: z.string().check(z.regex(/^(0[1-9]|1[0-2])-01$/, 'must be the first day of a month such as 01-01')),
  /** The number of digits of a ledger account (Sachkontenlänge). */
  accountLength: z.string().check(z.regex(/^[4-8]$/, 'must be a number from 4 to 8')),
  bankAccount: ledgerAccount,
  revenueAccount: ledgerAccount,
  feeAccount: ledgerAccount,
  /** The account for money in transit between accounts (Geldtransit): payouts and exchanges. */
  transitAccount: ledgerAccount,
};
export type DatevBooks = Record<keyof typeof datevBooks, string>;

/**
 * The account that is too long for the books, by its name; a customer's or a supplier's has one digit more than those of
 * the ledger.
 */
export function longAccountIn(books: DatevBooks): keyof DatevBooks | undefined {
  const accounts = ['bankAccount', 'revenueAccount', 'feeAccount', 'transitAccount'] as const;
  return accounts.find((name) => books[name].length > Number(books.accountLength) + 1);
}
