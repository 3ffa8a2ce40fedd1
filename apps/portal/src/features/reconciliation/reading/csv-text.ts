import { readMarkers, realReference } from './sepa-markers.ts';
import { tidy } from './statement.ts';

const slashMarker = /\/(?:EREF|REMI|NAME|MARF|IBAN|BIC|CSID|PREF|ORDP|BENM|TRTP|ADDR|ISDT|CNTP|USTD|STRD|KREF|RTRN)\//;
const slashParts = new RegExp(slashMarker.source.replace('(?:', '('), 'g');
/** `Rechnung 12End-to-End-Ref.:` and `GmbHBuchungstext:`, written without a space before the marker. */
const gluedMarker = /(?<=[\p{L}\d)])(?=\p{Lu}\p{Ll}[\p{L}./-]{1,24}\.?:)/gu;

const says = (reference: string): string =>
  /^(NONE|N\/A|-)$/i.test(reference.trim()) ? '' : realReference(tidy(reference));

interface Details {
  text: string;
  reference: string;
  name: string;
}

/** Takes the text of a cell apart at the markers that banks put in front of its parts. */
export function readDetails(cell: string): Details {
  const markers = /[A-Z]{4}[+:]/.test(cell) ? readMarkers(cell) : undefined;
  if (markers?.has('EREF') || markers?.has('SVWZ')) {
    const { EREF = '', ...rest } = Object.fromEntries(markers);
    return { text: tidy(Object.values(rest).join(' ')), reference: says(EREF), name: '' };
  }
  if (!slashMarker.test(cell)) return { text: tidy(cell.replace(gluedMarker, ' ')), reference: '', name: '' };
  const [before = '', ...rest] = cell.split(slashParts);
  const parts = new Map(
    rest.flatMap((word, at) => (at % 2 === 0 ? [[word, tidy((rest[at + 1] ?? '').replace(/\/+$/, ''))] as const] : [])),
  );
  const kept = [...parts].filter(([word]) => !/^(EREF|IBAN|BIC|NAME|TRTP)$/.test(word)).map(([, said]) => said);
  return {
    text: tidy([before, ...kept].join(' ')),
    reference: says(parts.get('EREF') ?? ''),
    name: parts.get('NAME') ?? '',
  };
}

/** The first reference that is not empty, and the others. */
export function pickReference(cells: readonly string[]): { reference: string; others: string[] } {
  const [reference = '', ...others] = cells.map(says).filter(Boolean);
  return { reference, others };
}

const balanceWords = [
  // English
  '(opening|closing|starting|ending|start|end|initial|final|previous|current|available|ledger|beginning) (ledger )?balance',
  'balance (brought|carried) (forward|over)( from previous (page|statement))?',
  '(total )?turnover( (debit|credit|total))?',
  '(sub ?)?totals?( (debits?|credits?|paid (in|out)|money (in|out)|amount))?',
  'balance( (at|as of|on)( (start|end|beginning)( of( the)? (period|day|month))?)?)?',
  // German
  '(anfangs|end|schluss|ausgangs|eroffnungs|abschluss|zwischen)saldo|(alter|neuer|letzter) (saldo|kontostand)|kontostand( (am|vom|per|zum))?|saldo( (am|vom|per|zum|vortrag))?|saldovortrag|summen?( (soll|haben))?|gesamt(summe)?|umsatzsumme|ubertrag',
  // French, Spanish, Italian, Portuguese
  '(ancien|nouveau) solde( (au|crediteur|debiteur))?|solde( (initial|final|precedent|au|d ouverture|de cloture|de depart|crediteur|debiteur))?( au)?|totaux|total des (operations|mouvements)',
  'saldo (inicial|final|anterior|actual|disponible|inizial[e]|finale|precedente|contabile|contable|attuale)( (al|a))?|totale?( (entrate|uscite|cargos|abonos))?|totales|sumas?',
  // Polish, Dutch
  'saldo (poczatkowe|koncowe|otwarcia|zamkniecia|poprzednie|biezace)( (na dzien|z dnia))?|suma( (obciazen|uznan|obrotow))?|obroty( (wn|ma|razem))?|razem',
  '(begin|eind|start|slot|vorig|nieuw)e?( )?saldo( per)?|totaal( (af|bij))?',
  // Nordic, Czech, Slovak, Hungarian, Baltic
  '(ingaende|utgaende|inngaende) (saldo|balans)|(pocatecni|konecny|pociatocny) (zustatek|zostatok|stav)|(nyito|zaro) egyenleg|(sakuma|beigu) atlikums|(pradinis|galutinis) likutis|likutis (pradziai|pabaigai)|(alg|lopp)(saldo|jaak)|apgrozijums|apyvarta|kaive',
];
export const balancePhrase = new RegExp(`^(?:${balanceWords.join('|')})$`);
export const openingPhrase =
  /open|start|begin|brought|previous|initial|anfang|eroffnung|alter|vortrag|ancien|depart|precedent|inicial|anterior|iniz|poczatk|otwarcia|poprzed|vorig|ingaende|inngaende|poc[ai]|nyito|sakuma|pradinis|pradziai|alg/;
export const closingPhrase =
  /clos|end|final|carried|schluss|ausgang|abschluss|neuer|nouveau|cloture|koncow|zamkn|eind|slot|nieuw|utgaende|kone|zaro|beigu|galutinis|pabaigai|lopp/;
