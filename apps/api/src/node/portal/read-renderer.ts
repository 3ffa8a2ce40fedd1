import { acceptsEncoding } from '#http/replying/accepts.ts';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Renderer } from '#docs/reference/renderer.ts';

/** The only external address in the renderer: a picture below its navigation. */
const foreignPicture = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

/** The renderer of the API reference as installed, without that picture; compressed on first use. */
export async function readRenderer(): Promise<Renderer> {
  const file = await readFile(fileURLToPath(import.meta.resolve('redoc/bundles/redoc.standalone.js')), 'utf8');
  if (!file.includes(foreignPicture)) throw new Error('The renderer of the reference has changed: look what it loads.');
  const plain = new TextEncoder().encode(file.replaceAll(foreignPicture, 'data:,'));
  const br = once(async () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  const zipped = once(async () => promisify(gzip)(plain));
  return {
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 16),
    read: async (accepted) => {
      if (acceptsEncoding(accepted, 'br')) return { body: await br(), encoding: 'br' };
      if (acceptsEncoding(accepted, 'gzip')) return { body: await zipped(), encoding: 'gzip' };
      return { body: plain, encoding: null };
    },
  };
}

function once(make: () => Promise<Buffer>): () => Promise<Uint8Array<ArrayBuffer>> {
  let made: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return () => (made ??= make().then((bytes) => new Uint8Array(bytes)));
}
