import type { Passwords } from '@volume/api/src/core/services.ts';

/** The fictitious origin of the demo's API; no request ever reaches it. */
export const demoOrigin = 'https://demo.volume.example';

/** All demo data is in the user's browser, so there is no password to protect, and argon2 needs Node. */
export const demoPasswords: Passwords = {
  hash: async (password) => `demo:${password}`,
  verify: async (hash, password) => hash === `demo:${password}`,
};

/** The demo's database as a PGlite dump, served next to the page. */
export const worldFile = '/demo/world.tar.gz';

export interface DemoRequest {
  id: number;
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export type DemoReply =
  | { kind: 'progress'; sentence: string; done: number }
  | { kind: 'ready' }
  | { kind: 'broken'; reason: string }
  | { kind: 'answer'; id: number; status: number; headers: [string, string][]; body: ArrayBuffer };
