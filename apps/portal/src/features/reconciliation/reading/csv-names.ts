import type { ColumnRole } from './statement.ts';

/** Normalises a column name for comparison: no accents, punctuation or capitals. */
export function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replace(/[^\w£€()/ ]+/g, ' ')
    .replace(/[_\s]+/g, ' ')
    .replace(/ ?\/ ?/g, '/')
    .replace(/\bamt\b/g, 'amount')
    .trim();
}

/** `valueDate` is used only without a booking date; `total` only when it explains the balances; `other` never. */
export type NamedRole = ColumnRole | 'valueDate' | 'total' | 'own' | 'sortCode' | 'other';

/**
 * Column names of banks in twelve languages, without accents and without a currency at the end; the first match counts.
 * `own` is an account number that can only be the account holder's, `account` can be the other party's too.
 */
const names: readonly [NamedRole, RegExp][] = [
  [
    'status',
    /^((transaction|payment|booking) )?(status|state|statut|estado|stan|stato|stav|tila|olek|allapot)( transakcji| operacji)?$/,
  ],
  [
    'own',
    /^((own|my|from|posted) (account|iban)( number| no)?|auftragskonto|iban (auftragskonto|kontoinhaber|auftraggeber)|(numer|nr) rachunku\/karty|(eigenes|eigene) (konto|iban)|kontonummer auftraggeber|customer account( number)?)$/,
  ],
  ['sortCode', /^(sort ?code|blz|bankleitzahl|bank code)( auftragskonto)?$/],
  [
    'account',
    /^(account( number| no)?|iban( number)?|iban\/(bban|account number)|konto|konto(nummer|nr)|konto nr|compte|numero de compte|cuenta|numero de cuenta|numer konta|numer rachunku|rachunek|rekening(nummer)?|conto|numero conto|conta|cislo uctu|ucet|tilinumero|bankszamlaszam|szamlaszam|kontonumber|saskaitos (nr|numeris))$/,
  ],
  [
    'bankId',
    /^((transaction|bank|payment|operation) )?(id|identifier|transaction (number|no)|umsatz id|id de transaction|numero de operacion|operation number|numer transakcji|fitid|id transakcji|id pohybu|volgnummer|volgnr|archive id|archiving code)$/,
  ],
  [
    'sign',
    /^(debit[ /]?credit|dr[ /]?cr|cr[ /]?dr|d[ /]?[ack]|a\/b|c[ /]?d|s[ /]?h|soll[ /]?haben|direction|sens|kennzeichen|credit[ /]?debit|(credit[ /]debit|debit[ /]credit) (indicator|mark|code)|debe[ /]haber|dare[ /]avere|af ?[ /]?bij|bij[ /]af|debet[ /]credit|debet[ /]kreeditt?|debit credit code|strana|deebet\/kreedit( \(d\/c\))?|debets\/kredits|wn\/ma|obciazenie\/uznanie|kierunek|richting|terheles\/jovairas)$/,
  ],
  [
    'fee',
    /^((transaction|bank|total) )?(fees?( amount)?|charges?|commission|gebuhr(en)?|entgelt|frais|comision(es)?|oplata|prowizja|kosten|costo|commissioni?)$/,
  ],
  [
    'balance',
    /^(?!.*\b(before|opening|previous|initial|poczatkowe|anterior|precedent)\b)(.* )?(balance|saldo|solde|kontostand|zustatek|zostatok|egyenleg|likutis|atlikums|jaak)( .*)?$/,
  ],
  [
    'debit',
    /^(debits?|debet|deebet|debets|debetas|debit amount|amount debit|debited( amount)?|paid out|money out|out|spent|withdrawals?|withdrawal amount|payments out|soll|belastung(en)?|lastschrift|ausgang|ausgaben?|debit euros|montant debit|debit montant|cargos?|debe|debito|importe debito|gastos?|salidas?|obciazenia|obciazenie|wydatki|kwota obciazenia|uscite|dare|addebiti|af|afschrijving(en)?|bedrag af|uttag|ut|ud|ut fra konto|havet|terheles|vydaje|vydej|odepsano)$/,
  ],
  [
    'credit',
    /^(credits?|kredit|kreedit|kredits|kreditas|credit amount|amount credit|credited( amount)?|paid in|money in|in|received|deposits?|deposit amount|payments in|haben|gutschrift(en)?|eingang|einnahmen?|credit euros|montant credit|credit montant|abonos?|haber|credito|importe credito|ingresos?|entradas?|uznania|uznanie|wplywy|kwota uznania|entrate|avere|accrediti|bij|bijschrijving(en)?|bedrag bij|insattning|inn|ind|inn pa konto|indsat|jovairas|prijmy|prijem|pripsano)$/,
  ],
  [
    'total',
    /^((total|net) (amount|value|sum|betrag)( \(incl vat\))?|amount (incl|including|with) fees?|gesamtbetrag|nettobetrag|montant (total|net)( \(ttc\))?|importe total|net|netto|kwota (calkowita|netto))$/,
  ],
  [
    'amount',
    /^((transaction|booking|account|payment|gross|credit\/debit|debit\/credit|zauctovana) )?(amount|gross|brutto|value|sum|betrag|umsatz|montant|importe|importo|monto|valor|montante|kwota|bedrag|belopp|belob|belop|summa|castka|suma|ciastka|osszeg|maara|iznos|znesek|objem)( operacji| transakcji| transakce|( de l)? operation| operazione| operace| transacao| transactie| w walucie rachunku| transakcji \(waluta rachunku\)| v mene uctu| in account currency| in kontowahrung)?$/,
  ],
  [
    'currency',
    /^((account|payment|transaction|amount|posted) )?(currency( code)?|ccy|wahrung|wahrg|devise|divisa|moneda|moeda|waluta( operacji| rachunku| transakcji)?|munt(eenheid)?|devies|valutacode|valuta rekening|mena( uctu)?|penznem|deviza(nem)?|valiuta|valuuta)$/,
  ],
  [
    'valueDate',
    /^(value date|date value|valuta|valuta date|wertstellung \(valuta\)|valutadatum|valuta datum|valutadato|wert|wertstellung(stag)?|wertstellungsdatum|date (de )?valeur|valeur|fecha (de )?valor|f valor|data waluty|data valuta|valuta data|data valor|rentedatum|datum valuty|valuta ?dag|erteknap|started date|date started|date started \(utc\)|transaction started|data rozliczenia)$/,
  ],
  [
    'date',
    /^(date|day|date (d enregistrement)|data registrazione|(booking|booked|transaction|posting|posted|entry|process(ing|ed)?|completed|completion|effective|settled|settlement|trans|operation|movement) date( \(?utc\)?)?|booked( on| at)?|posted transactions date|posted( on)?|date (posted|booked|of (booking|transaction|operation))|date completed( \(?utc\)?)?|completed on|buchungstag|buchungsdatum|buchung|datum|date (d |de )?(l )?(operation|comptable|comptabilisation)|fecha|f operacion|fecha (de |del )?(operacion|contable|movimiento|transaccion)|data|data (operacji|ksiegowania|transakcji|zaksiegowania|operazione|contabile|movimento|mov|lancamento|da operacao)|boekdatum|boekingsdatum|transactiedatum|uitvoeringsdatum|bokforingsda[gt](um)?|reskontradatum|bokfort|bokforingsdato|bogforingsdato|dato|transaktionsdatum|transaktionsdag|kirjauspaiva|arvopaiva|kuupaev|datums|datum (zauctovani|provedeni|transakce|pohybu|operace)|konyveles datuma|konyvelesi datum|tranzakcio datuma)$/,
  ],
  [
    'other',
    /^((counter ?party|counterparty s|partner|other|payee|payer|beneficiary|sender|recipient|opposing|to) (account|iban|bic|bank|bank code|account number|iban number|sort code).*|bic.*|swift.*|(iban|konto(nummer|nr)?|kontonummer)[/ ]+(iban|konto ?(nummer|nr)).*|iban zahlungsbeteiligter|bic .*|tegenrekening.*|naar rekening|bankleitzahl.*|na konto.*|rachunek (nadawcy|odbiorcy|kontrahenta).*|numer rachunku (nadawcy|odbiorcy|kontrahenta).*|cislo protiuctu|protiucet.*|kod banky|account (name|holder|type)|kontoinhaber|bezeichnung auftragskonto|bankname auftragskonto|bic auftragskonto|kontoname|exchange rate|kurs.*|wechselkurs|original.*|(foreign|local) (amount|currency)|orig .*|fee currency|time|uhrzeit|card number|lastschrift ursprungsbetrag|auslagenersatz.*)$/,
  ],
  [
    'name',
    /^((name|nom|nome|nombre|nazwa|nazev|navn|namn|naam|nimi)([ /](?!bank).*)?|payees?|payers?|(payer|payee|partner|counter ?party|sender|recipient|beneficiary|merchant|customer|debtor|creditor|account holder of partner) ?(s )?name|counter ?party|partner|from or to|to\/from|senders?|recipients?|beneficiary|merchant|other party|auftraggeber( .*)?|empfanger( .*)?|begunstigte.*|zahlungsbeteiligter?|zahlungspflichtige.*|zahlungsempfanger.*|(auftraggeber|empfanger|begunstigter?|sender|absender|zahlungsempfanger|zahlungspflichtiger?)\/.*|gegenpartei|partnername|tiers|contrepartie|beneficiaire|emetteur|donneur d ordre|debiteur|creancier|ordenante|beneficiario|concepto beneficiario|ordenante\/beneficiario|(nadawca|odbiorca|zleceniodawca|kontrahent)(\/.*)?|dane kontrahenta|tegenpartij|ordinante|controparte|mottagare|avsandare|modtager|afsender|protistrana|prijemce|platce|partner neve|saaja|maksaja|saaja\/maksaja|gavejs|gavejas|moketojas|saajad?)$/,
  ],
  [
    'reference',
    /^((payment|customer|end to end|endtoend|your|client|sender|remittance) ?)?(references?( number| no)?|ref( no)?|referenz|kundenreferenz.*|end to end referenz|end to end (reference|id)|referencia( (de )?(operacion|cliente|1|2))?|referencja|id end to end|betalingskenmerk|kenmerk|reference client|riferimento|referens|reference platby|variabilni symbol|variabilny symbol|vs|viitenumber|viite)$/,
  ],
  [
    'text',
    /^(descriptions?|beschreibung|(transaction|payment|booking|statement) (description|details|text|narrative)|details?|detail|narrative|memo|remarks?|particulars|labels?|type|transaction type|notes?|additional.*|message|verwendungszweck.*|buchungstext|buchungsdetails|umsatztext|umsatzart|vorgang.*|libelle.*|communications?|motif|information.*|concepto|descripcion|observaciones|detalle|mas datos|opis|opis (operacji|transakcji)|tytul|tytul (operacji|przelewu|platnosci)|tytulem|szczegoly( transakcji)?|mededeling(en)?|omschrijving.*|causale|descrizione|descricao|popis|zprava.*|poznamka|kozlemeny|selgitus|apraksts|paskirtis)$/,
  ],
];

const currencyAtEnd = / ?(\(|\b(in|en|w) |\/)?(eur|euro[as]?|gbp|usd|pln|chf|czk|huf|sek|dkk|nok|£|€)\)?$/;

/** The role that a column's name states. `Empfaenger` and `Empfänger` are one name. */
export function roleOfName(name: string): NamedRole | undefined {
  if (name.length > 60 || name.trim() === '') return undefined;
  const whole = plain(name);
  const short = whole.replace(currencyAtEnd, '').trim();
  const spellings = [whole, short, ...[whole, short].map((text) => text.replace(/([aou])e/g, '$1'))];
  for (const text of new Set(spellings)) {
    const found = names.find(([, pattern]) => pattern.test(text));
    if (found) return found[0];
  }
  return undefined;
}

/** English uses a decimal point, the other languages of the list a comma. */
export const isEnglishHeader = (header: readonly string[]): boolean =>
  header.some((cell) =>
    /\b(amount|balance|paid (in|out)|money (in|out)|description|details|debit|credit|narrative|booking|posting|completed)\b/i.test(
      cell,
    ),
  ) &&
  !header.some((cell) =>
    /\b(datum|betrag|fecha|importe|libell|montant|kwota|data|saldo|solde|bedrag|naam)/i.test(cell),
  );

/** Of several dates, the one on which the bank booked. */
export const isBookingDate = (name: string): boolean =>
  /book|post|entry|complet|settle|buch|contab|comptab|ksiegow|boek|bokf|reskontra|bogf|zauctov|konyvel|registraz|kirjau|abschlusses|date de fin|finaliz|conclus|voltooi|zrealizow|zakoncz|dokonc/.test(
    plain(name),
  );

/** Of an amount in the currency of the payment and one in the account's, the latter; also of their currencies. */
export const isInAccountCurrency = (name: string): boolean =>
  /walu(ta|cie) rachunku|account currency|kontowahrung|men[ae] uctu|valuta rekening/.test(plain(name));

/** A column of names that cannot be the account holder's own. */
export const isOtherParty = (name: string): boolean =>
  /counter ?party|partner|tegenpartij|gegenpartei|kontrahent|contrepartie|controparte|protistran|protiuct|motpart|modpart/.test(
    plain(name),
  );

/** Whether a column names who paid or who was paid; undefined where it holds either. */
export function partyOf(name: string): 'payer' | 'payee' | undefined {
  const text = plain(name).replace(/([aou])e/g, '$1');
  if (
    /^(payer|sender|debtor|auftraggeber|zahlungspflichtige|absender|emetteur|donneur|ordenante$|nadawca$|zleceniodawca$|ordinante|avsandare|platce|maksaja$)/.test(
      text,
    )
  )
    return 'payer';
  if (
    /^(payee|beneficiary|recipient|creditor|empfanger|zahlungsempfanger|beneficia|odbiorca$|mottagare|modtager|prijemce|saaja$)/.test(
      text,
    )
  )
    return 'payee';
  return undefined;
}
