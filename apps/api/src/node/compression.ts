import { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { Compression } from '#http/replying/compression.ts';

const compress = promisify(gzip);

/** gzip in another thread. A whole text as bytes is sent in one write, which a stream would not be. */
export const compression: Compression = {
  text: (text) => compress(text),
  // CompressionStream cannot flush, so it would hold back a line until the last one is written.
  lines: () => Duplex.toWeb(createGzip({ flush: constants.Z_SYNC_FLUSH })) as ReturnType<Compression['lines']>,
};
