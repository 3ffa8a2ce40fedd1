declare const __DEMO__: boolean | undefined;

/** True only in the demo build, where the API runs in the browser. */
export const isDemo = typeof __DEMO__ === 'boolean' && __DEMO__;

/** Why no email can be sent; undefined outside the demo. */
export const noMailReason = isDemo ? 'The demo sends no emails' : undefined;

/** Follows sentences that promise an email; empty outside the demo. */
export const noMailHere = isDemo ? ' The demo sends no emails.' : '';
