import * as z from 'zod/mini';

/**
 * The version of a settings value, sent back unchanged as `If-Match` when the value is saved (contract §11). Absent in
 * a deployment that does not compare versions.
 */
export const SettingsVersion = z.optional(z.string());

/**
 * The version of a value that was never set and is therefore in no response, such as the payout schedule of an account.
 */
export const neverSetVersion = '"none"';
