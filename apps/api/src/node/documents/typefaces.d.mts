/** The files of all typefaces of documents. */
export const typefaces: readonly string[];
export function makePrintable(data: unknown, files?: readonly string[]): { printable: unknown; chinese: string };
