import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { dropTemplates, openEmbeddedDatabase } from '#api/database/embedded-database.ts';
import { emptyDatabasePath } from '#api/database/connect-empty.ts';
import { migrate } from '#api/database/migrate.ts';

/**
 * Packs what initdb and the migrations make, for `connect` to unpack at a first start. To be run again for a PGlite of another PostgreSQL;
 * migrations that are newer than the pack run at the first start.
 */
const { database, client } = await openEmbeddedDatabase({ dataDir: 'memory://' });
await migrate(database);
await dropTemplates(client);
await client.exec('VACUUM');
const folder = await client.dumpDataDir('none');
await database.close();
const packed = brotliCompressSync(new Uint8Array(await folder.arrayBuffer()), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(emptyDatabasePath, packed);
console.log(`${emptyDatabasePath}: ${folder.size} bytes packed to ${packed.length}`);
