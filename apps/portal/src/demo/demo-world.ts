import type { Passwords } from '@volume/api/src/core/services.ts';

/** Where the demo's API pretends to be; nothing ever goes there. */
export const demoOrigin = 'https://demo.volume.example';

/** Everything of the demo lies in the browser that runs it: there is no password to protect, and argon2 needs Node. */
export const demoPasswords: Passwords = {
  hash: async (password) => `demo:${password}`,
  verify: async (hash, password) => hash === `demo:${password}`,
};

/** The file the demo starts from, beside the page: a finished world in PGlite's own form. */
export const worldFile = '/demo/world.tar.gz';

/** One call of the page, on its way into the worker that holds the API. */
export interface DemoRequest {
  id: number;
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

/** What the worker says: how far the start has come, that it stands or why not, and answers. */
export type DemoReply =
  | { kind: 'progress'; sentence: string; done: number }
  | { kind: 'ready' }
  | { kind: 'broken'; reason: string }
  | { kind: 'answer'; id: number; status: number; headers: [string, string][]; body: ArrayBuffer };
