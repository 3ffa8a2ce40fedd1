import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** A data folder as PGlite's initdb and the migrations leave it, made by `npm run pack:database`. */
export const emptyDatabasePath = fileURLToPath(new URL('empty-database.tar.br', import.meta.url));

/** A database without rows to begin from: unpacked in a tenth of the time it takes to make. */
export function readEmptyDatabase(): Blob {
  return new Blob([brotliDecompressSync(readFileSync(emptyDatabasePath))]);
}
