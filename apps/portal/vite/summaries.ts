import type { Plugin } from 'vite';

const summary = /^ {2}summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n/gm;

/** Leaves the summaries of calls out of the portal: only the API's documents and records use them. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.*\.ts$/, code: 'endpoint(' },
    handler: (code) => ({ code: code.replace(summary, ''), map: null }),
  },
});
