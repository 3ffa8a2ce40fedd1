import { plain } from './csv-names.ts';

const pending =
  /\b(pending|vorgemerkt|vormerkung|offen|open|authori[sz](ed|ation)|reserved|reserviert|hold|on hold|processing|in progress|scheduled|planned|awaiting|unbooked|not booked|uncleared|geplant|ausstehend|en attente|en cours|a venir|pendiente|retenid[oa]|en proceso|oczekuj\w*|blokada|w realizacji|zaplanowan\w*|in behandeling|gereserveerd|gepland|in attesa|in sospeso|non contabilizzat\w*|pendente|cekajici|reserverad|reservert|reserveret|venter|varattu|fuggo)\b/;
const failed =
  /\b(declined|denied|failed|reverted|cancel+ed|rejected|refused|expired|voided?|deleted|abgelehnt|storniert|ruckgangig( gemacht)?|zuruckgewiesen|fehlgeschlagen|refuse|annule|echoue|rechazad[oa]|cancelad[oa]|anulad[oa]|revertid[oa]|devuelt[oa]|odrzucon\w*|anulowan\w*|cofniet\w*|geweigerd|mislukt|geannuleerd|rifiutat\w*|annullat\w*|zamitnut\w*)\b/;
const booked =
  /\b(booked|completed?|settled|posted|cleared|executed|processed|done|success(ful)?|succeeded|paid|final|gebucht|ausgefuhrt|erledigt|verbucht|comptabilise|effectue|execute|contabilizad[oa]|realizad[oa]|efectuad[oa]|completad[oa]|zaksiegowan\w*|zrealizowan\w*|rozliczon\w*|wykonan\w*|verwerkt|geboekt|uitgevoerd|contabilizzat\w*|eseguit\w*|zauctovan\w*|provedena?|bokford|bokfort|bogfort|kirjattu|teljesult|konyvelt)\b/;

export type State = 'booked' | 'not booked' | 'failed';

const cache = new Map<string, State | undefined>();

/** The state that a cell names, undefined for any other text. */
function stateOf(cell: string): State | undefined {
  const text = plain(cell);
  if (pending.test(text)) return 'not booked';
  if (failed.test(text)) return 'failed';
  return booked.test(text) ? 'booked' : undefined;
}

/** The state in a column of states; a word that is not known counts as booked. */
export function readState(cell: string): State {
  if (!cache.has(cell)) {
    if (cache.size > 1000) cache.clear();
    cache.set(cell, stateOf(cell));
  }
  return cache.get(cell) ?? 'booked';
}

/** True for a column in which every cell is a state and nothing else. */
export const isStateColumn = (cells: readonly string[]): boolean => {
  const distinct = [...new Set(cells)];
  return (
    distinct.length <= 8 &&
    distinct.every((cell) => {
      const text = plain(cell).replace(/^(umsatz|transaction|status|transakcja) /, '');
      return [pending, failed, booked].some((words) => words.exec(text)?.[0].length === text.length && text !== '');
    })
  );
};
