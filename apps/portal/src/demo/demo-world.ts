import type { Passwords } from '@volume/api/src/core/services.ts';

/** Where the demo's API pretends to be; nothing ever goes there. */
export const demoOrigin = 'https://demo.volume.example';

/** Everything of the demo lies in the browser that runs it: there is no password to protect, and argon2 needs Node. */
export const demoPasswords: Passwords = {
  hash: async (password) => `demo:${password}`,
  verify: async (hash, password) => hash === `demo:${password}`,
};
