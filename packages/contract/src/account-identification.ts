import * as z from 'zod/mini';

/** How a bank account is named (contract §3); unknown types are shown by the label rule. */
export const AccountIdentification = z.object({ type: z.string(), number: z.string() });
export type AccountIdentification = z.output<typeof AccountIdentification>;
