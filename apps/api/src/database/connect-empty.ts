import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** A data folder as PGlite's initdb leaves it, made by `npm run pack:database`. */
export const emptyDatabasePath = fileURLToPath(new URL('empty-database.tar.br', import.meta.url));

/** An empty database to begin from: unpacked in a fifth of the time initdb takes. */
export function readEmptyDatabase(): Blob {
  return new Blob([brotliDecompressSync(readFileSync(emptyDatabasePath))]);
}
