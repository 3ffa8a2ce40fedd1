import * as z from 'zod/mini';

/**
 * What to call the person whose email address is in the field before: their name today, with the address in brackets
 * where somebody else has the same name; null when none is known. The API fills every field `…Name` of this kind itself.
 */
export const PersonName = z.optional(z.nullable(z.string()));
