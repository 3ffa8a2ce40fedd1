import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /^assets\/.*\.(js|css|html|svg|json|txt|md)$/;

/**
 * Adds a .br and a .gz file next to every text asset, so that serving them costs no CPU (index.html is left to the server that
 * fills in its settings), and dist/csp.json: `{ scriptHashes, styleHashes }` for script-src and style-src. With these hashes the
 * server's policy needs no unsafe-inline.
 */
export function finish(): Plugin {
  return {
    name: 'finish',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        if (!worthIt.test(name)) continue;
        const text = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }));
      }
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      const scriptHashes = textsOf('script', page).map(cspHash);
      // sonner puts its element into the page before its text, and the empty one is checked as well.
      const styleHashes = [...textsOf('style', page), sonnerStyle(), ''].map(cspHash);
      writeFileSync(join(dir, 'csp.json'), `${JSON.stringify({ scriptHashes, styleHashes }, null, 2)}\n`);
    },
  };
}

/** `'sha256-…'`, quoted as a content security policy requires. */
export const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The text of every inline script or style. Data blocks (type="application/json") never run, so they need no hash. */
export function textsOf(element: 'script' | 'style', page: string): string[] {
  const runs = String.raw`<${element}(?![^>]*(?:\bsrc=|type="application/json"))[^>]*>([^]*?)</${element}>`;
  return Array.from(page.matchAll(new RegExp(runs, 'g')), ([, text = '']) => text);
}

/** The style sheet sonner puts into the page when it loads. */
function sonnerStyle(): string {
  const module = readFileSync(new URL(import.meta.resolve('sonner')), 'utf8');
  const literal = /__insertCSS\((".*")\);?$/m.exec(module)?.[1];
  if (!literal) throw new Error('sonner no longer inserts its style as one text: its hash cannot be made.');
  return JSON.parse(literal) as string;
}
