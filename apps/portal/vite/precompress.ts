import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /^assets\/.*\.(js|css|html|svg|json|txt|md)$/;

/** Puts a .br and a .gz beside every text asset, so that serving costs no CPU. index.html is left to whoever fills its settings. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!worthIt.test(file.fileName)) continue;
          const text = file.type === 'chunk' ? file.code : file.source;
          const emit = (ending: string, source: Buffer) =>
            this.emitFile({ type: 'asset', fileName: file.fileName + ending, source });
          emit('.br', brotliCompressSync(text));
          emit('.gz', gzipSync(text, { level: 9 }));
        }
      },
    },
  };
}
