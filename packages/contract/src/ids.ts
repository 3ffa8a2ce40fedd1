import * as z from 'zod/mini';

/** An id as the provider writes it: a UUID of any version, lower-cased inside. */
export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'must be a UUID'), z.toLowerCase());
