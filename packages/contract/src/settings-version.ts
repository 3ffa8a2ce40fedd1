import * as z from 'zod/mini';

/**
 * The version of a settings value, sent back unchanged as `If-Match` when the value is saved (contract §11). Absent at a deployment
 * that compares no versions.
 */
export const SettingsVersion = z.optional(z.string());

/** The version of a value that was never set and so is in no answer, such as the payout schedule of an account. */
export const neverSetVersion = '"none"';
