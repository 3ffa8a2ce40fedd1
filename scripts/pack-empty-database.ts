import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { openEmbeddedDatabase } from '#api/database/embedded-database.ts';
import { emptyDatabasePath } from '#api/database/connect-empty.ts';

/** Packs what initdb makes, for `connect` to unpack at a first start. To be run again for a PGlite of another PostgreSQL. */
const { database, client } = await openEmbeddedDatabase({ dataDir: 'memory://' });
const folder = await client.dumpDataDir('none');
await database.close();
// The three databases initdb makes are alike: a window as wide as two of them packs them as one.
const packed = brotliCompressSync(new Uint8Array(await folder.arrayBuffer()), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(emptyDatabasePath, packed);
console.log(`${emptyDatabasePath}: ${folder.size} bytes packed to ${packed.length}`);
