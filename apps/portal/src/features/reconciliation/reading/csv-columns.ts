import { isDate } from './csv-dates.ts';
import { readAmount } from './csv-amounts.ts';
import type { ColumnMap, ColumnRole } from './statement.ts';

/** Column names of banks in English, German, French, Spanish and Polish, without accents; the first match counts. */
const names: readonly [ColumnRole, RegExp][] = [
  ['status', /^(status|state|statut|estado|stan)$/],
  [
    'account',
    /^(own |my |from )?(account( number| no)?|iban|auftragskonto|iban auftragskonto|konto|kontonummer|compte|numero de compte|cuenta|numer konta|rachunek)$/,
  ],
  [
    'bankId',
    /^(transaction|bank|payment|operation)? ?(id|identifier|transaction (number|no)|umsatz id|id de transaction|numero de operacion|numer transakcji|fitid)$/,
  ],
  [
    'sign',
    /^(debit[ /]?credit|dr[ /]?cr|cr[ /]?dr|d[ /]?c|s[ /]?h|soll[ /]?haben|direction|sens|kennzeichen|credit[ /]?debit|credit[ /]debit indicator|debe[ /]haber)$/,
  ],
  [
    'debit',
    /^(debits?|debit amount|paid out|money out|out|withdrawals?|soll|belastung|lastschrift|ausgang|debit euros|cargos?|debe|obciazenia|obciazenie|wydatki)( \(?(gbp|eur|£|€)\)?)?$/,
  ],
  [
    'credit',
    /^(credits?|credit amount|paid in|money in|in|deposits?|haben|gutschrift|eingang|credit euros|abonos?|haber|uznania|uznanie|wplywy)( \(?(gbp|eur|£|€)\)?)?$/,
  ],
  [
    'amount',
    /^(transaction |original |net |gross )?(amount|value|sum|betrag|umsatz|montant|importe|monto|kwota)( operacji| transakcji| de l operation)?( in)?( \(?(gbp|eur|pln|£|€)\)?)?$/,
  ],
  ['currency', /^(account |payment )?(currency|ccy|wahrung|devise|divisa|moneda|waluta)$/],
  [
    'date',
    /^(date|booking date|booked( on)?|transaction date|posting date|posted( on)?|date posted|completed date( \(?utc\)?)?|date completed( \(?utc\)?)?|completed on|buchungstag|buchungsdatum|buchung|datum|date (d )?(operation|comptable|de comptabilisation)|fecha|fecha (de )?(operacion|contable)|data|data (operacji|ksiegowania|transakcji))$/,
  ],
  [
    'name',
    /^(name|payee|payer|payer name|payee name|counter ?party( name)?|from or to|sender|beneficiary|merchant|other party|auftraggeber|empfanger|beguenstigter.*|name zahlungsbeteiligter|zahlungsbeteiligter|auftraggeber[ /]empfanger|zahlungspflichtiger.*|nom|tiers|contrepartie|beneficiaire|emetteur|nombre|ordenante|beneficiario|concepto beneficiario|nadawca|odbiorca|nadawca[ /]odbiorca|kontrahent)$/,
  ],
  [
    'reference',
    /^((payment|customer|end to end|endtoend|your) ?)?(references?|ref|referenz|kundenreferenz.*|end to end referenz|referencia|referencja|id end to end)$/,
  ],
  [
    'text',
    /^(description|details|narrative|memo|remarks?|particulars|type|transaction type|notes?|additional.*|verwendungszweck|buchungstext|umsatztext|vorgang|libelle.*|communication|motif|information.*|concepto|descripcion|observaciones|opis|opis operacji|tytul|tytul (operacji|przelewu))$/,
  ],
];

/** Normalises a column name for comparison: no accents, punctuation or capitals. */
function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^\w£€()/ ]+/g, ' ')
    .replace(/[_\s]+/g, ' ')
    .trim();
}

/** The day from which interest counts; used only without a booking date. */
const valueDate =
  /^(value date|valuta|valutadatum|wertstellung|date (de )?valeur|fecha valor|data waluty|started date)/;

/** The columns that a header row names, empty if it is not a header row. */
export function columnsByName(header: readonly string[]): ColumnMap {
  const columns: ColumnMap = {};
  const single: readonly ColumnRole[] = ['text', 'name'];
  for (const [at, cell] of header.entries()) {
    const role = names.find(([, pattern]) => pattern.test(plain(cell)))?.[0];
    if (role === undefined) continue;
    const found = (columns[role] ??= []);
    // Of two columns with one role the first counts, except for text and name, which are joined.
    if (found.length === 0 || single.includes(role)) found.push(at);
  }
  const value = header.findIndex((cell) => valueDate.test(plain(cell)));
  if (!columns.date && value !== -1) columns.date = [value];
  return columns;
}

export const areEnough = ({ date, amount, debit, credit }: ColumnMap): boolean =>
  date !== undefined && (amount !== undefined || debit !== undefined || credit !== undefined);

/** Guesses the columns from their values, as a suggestion for the user. */
export function columnsByContent(rows: readonly string[][]): ColumnMap {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const share = (at: number, is: (cell: string) => boolean): number =>
    rows.filter((row) => is(row[at] ?? '')).length / Math.max(1, rows.length);
  const places = Array.from({ length: width }, (_, at) => at);
  const date = places.find((at) => share(at, isDate) > 0.8);
  const amount = places.find(
    (at) => at !== date && share(at, (cell) => /\d[.,]\d\d\b/.test(cell) && readAmount(cell, '.') !== undefined) > 0.8,
  );
  const texts = places.filter(
    (at) => at !== date && at !== amount && share(at, (cell) => /\p{L}{3}/u.test(cell)) > 0.5,
  );
  return {
    ...(date === undefined ? {} : { date: [date] }),
    ...(amount === undefined ? {} : { amount: [amount] }),
    ...(texts[0] === undefined ? {} : { text: [texts[0]] }),
  };
}
