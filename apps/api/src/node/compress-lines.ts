import { Duplex } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { CompressLines } from '#http/replying/send-parts.ts';

/** CompressionStream cannot flush, so it would hold back a line until the last one is written. */
export const compressLines: CompressLines = () =>
  Duplex.toWeb(createGzip({ flush: constants.Z_SYNC_FLUSH })) as ReturnType<CompressLines>;
