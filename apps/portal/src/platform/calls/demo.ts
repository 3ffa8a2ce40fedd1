declare const __DEMO__: boolean | undefined;

/** True in the demo build alone, where everything lies in the browser. */
export const isDemo = typeof __DEMO__ === 'boolean' && __DEMO__;

/** Why nothing can be mailed; undefined outside the demo. */
export const whyNoMail = isDemo ? 'The demo sends no emails' : undefined;

/** Follows a sentence that promises a mail; nothing outside the demo. */
export const noMailHere = isDemo ? ' The demo sends no emails.' : '';
