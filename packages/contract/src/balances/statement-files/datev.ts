import { majorText } from '@volume/contract/money/money.ts';
import { lineLabel } from '@volume/contract/balances/balances.ts';
import {
  absolute,
  type FileLine,
  partyOf,
  plainDay,
  shorten,
  spell,
  type StatementHead,
  type StatementWriter,
} from './statement-file.ts';
import type { DatevBooks } from './formats.ts';
import { isWindows1252 } from './windows-1252.ts';

/** The first and the last day of the financial year in which a day is. */
export function financialYearOf(day: string, begins: string): { first: string; last: string } {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < begins ? 1 : 0);
  const [first, next] = [`${year}-${begins}`, `${year + 1}-${begins}`];
  return { first, last: new Date(Date.parse(`${next}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10) };
}

/**
 * DATEV's EXTF format, version 700, with a batch of bookings (Buchungsstapel, version 13), by developer.datev.de. Each
 * line of the statement is one booking between the bank account and the account for its kind.
 */
export function datev(head: StatementHead, books: DatevBooks): StatementWriter {
  return {
    begin: `${toLine(headerOf(head, books))}${toLine(columns)}`,
    line: (line) => toLine(bookingOf(line, head, books)),
    end: '',
  };
}

function headerOf(head: StatementHead, books: DatevBooks): (string | number)[] {
  const { first } = financialYearOf(head.from, books.yearBegins);
  return [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    head.madeAtUtc.replaceAll(/\D/g, '').slice(0, 17),
    '',
    quoted('VO'),
    quoted(''),
    quoted(''),
    books.consultantNumber,
    books.clientNumber,
    plainDay(first, 4),
    books.accountLength,
    plainDay(head.from, 4),
    plainDay(head.to, 4),
    quoted(`Volume ${head.currency} ${plainDay(head.from, 4)}`),
    quoted(''),
    // Bookkeeping, for every purpose, open to changes.
    1,
    0,
    0,
    quoted(head.currency),
    // A reserved field, and eight for DATEV's own programs.
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    quoted(''),
  ];
}

const toLine = (cells: readonly (string | number)[]): string => `${cells.join(';')}\r\n`;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text that no spreadsheet reads as a formula, with only the letters that the file can contain. */
function textCell(text: string, most: number): string {
  const known = shorten(spell(text.replaceAll(/[\s\p{Cc}]+/gu, ' '), isWindows1252, '?'), most);
  return quoted(/^[=+\-@]/.test(known) ? shorten(`'${known}`, most) : known);
}

function bookingOf(line: FileLine, { currency }: StatementHead, books: DatevBooks): string[] {
  const cells: Partial<Record<string, string>> = {
    'Umsatz (ohne Soll/Haben-Kz)': majorText(absolute(line.amount)).replace('.', ','),
    // Debit or credit of the bank account: money in is a debit.
    'Soll/Haben-Kennzeichen': quoted(line.amount < 0 ? 'H' : 'S'),
    'WKZ Umsatz': quoted(currency),
    Konto: books.bankAccount,
    'Gegenkonto (ohne BU-Schlüssel)': otherAccount(line, books),
    // The day and the month; the year is the financial year's.
    Belegdatum: `${line.atUtc.slice(8, 10)}${line.atUtc.slice(5, 7)}`,
    'Belegfeld 1': quoted(documentNumber(line.reference ?? '')),
    Buchungstext: textCell([lineLabel(line), partyOf(line)].filter(Boolean).join(' '), 60),
  };
  const more = { Reference: line.reference, 'Volume id': line.paymentId ?? line.payoutPaymentId ?? line.exchangeId };
  for (const [at, [name, value]] of Object.entries(more).entries()) {
    if (!value) continue;
    cells[`Zusatzinformation - Art ${at + 1}`] = quoted(name);
    cells[`Zusatzinformation- Inhalt ${at + 1}`] = textCell(value, 210);
  }
  return columns.map((column) => cells[column] ?? '');
}

function otherAccount({ kind, payoutPaymentId }: FileLine, books: DatevBooks): string {
  if (kind === 'FEE') return books.feeAccount;
  const isTransit = kind === 'PAYOUT' || kind === 'EXCHANGE' || payoutPaymentId !== null;
  return isTransit ? books.transitAccount : books.revenueAccount;
}

/** The characters that DATEV allows in a document number, 36 of them. */
const documentNumber = (reference: string): string =>
  spell(reference, (character) => /^[A-Za-z0-9$&%*/\- ]$/.test(character), '')
    .replaceAll(' ', '')
    .replace(/^-+/, '')
    .slice(0, 36);

const numbered = (count: number, ...names: string[]): string[] =>
  Array.from({ length: count }, (_, at) => names.map((name) => `${name} ${at + 1}`)).flat();

/** All 125 columns of a batch of bookings, as DATEV writes them. */
const columns: readonly string[] = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...numbered(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...numbered(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Land (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
  'Datum Zuord. Steuerperiode',
  'Fälligkeit',
  'Generalumkehr (GU)',
  'Steuersatz',
  'Land',
  'Abrechnungsreferenz',
  'BVV-Position',
  'EU-Land u. UStID (Ursprung)',
  'EU-Steuersatz (Ursprung)',
  'Abw. Skontokonto',
];
