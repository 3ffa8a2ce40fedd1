import * as z from 'zod/mini';
import { idPattern } from './id-pattern.ts';

/** A UUID of any version, as the provider writes it; lower case inside. */
export const Id = z.string().check(z.regex(idPattern, 'must be a UUID'), z.toLowerCase());

/** An id that is also a secret: 32 random bytes in base64url. Any other text counts as not found. */
export const SecretId = z.string().check(z.minLength(1), z.maxLength(100));

/** Path parameters of a merchant's and of an application's calls (§7). */
export const MerchantParams = z.object({ merchantId: Id });
export const ApplicationParams = z.object({ merchantId: Id, applicationId: Id });
