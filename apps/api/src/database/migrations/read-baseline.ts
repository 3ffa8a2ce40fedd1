import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('baseline/', import.meta.url);

/** The files of `baseline/` in order, as one text of SQL. */
export const readBaseline = (): string =>
  readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
