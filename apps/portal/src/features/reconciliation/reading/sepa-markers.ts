/** The markers that German banks put before the parts of a SEPA payment's text. */
const marker = /(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|COAM|OAMT|PURP)[+:]\s?/g;

/** The parts of `EREF+INV-118KREF+NONREFSVWZ+Invoice`, by marker; the text before the first marker is under ``. */
export function readMarkers(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  let [name, begun] = ['', 0];
  const add = (end: number): void => {
    const part = text.slice(begun, end).trim();
    if (part !== '' && !parts.has(name)) parts.set(name, part);
  };
  for (const found of text.matchAll(marker)) {
    add(found.index);
    [name, begun] = [found[1] ?? '', found.index + found[0].length];
  }
  add(text.length);
  return parts;
}

/** Empty for the words with which banks fill a missing reference. */
export const realReference = (text: string): string =>
  /^(NONREF|NOTPROVIDED|NOT PROVIDED|NOREF|EREF|PREF|MARF)?$/i.test(text.trim()) ? '' : text.trim();
