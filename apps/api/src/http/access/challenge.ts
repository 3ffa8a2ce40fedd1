import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';

/** How a server authenticates, for calls that were made without a valid session. */
export const keyHeadersHint = `A server sends the id of its application in ${applicationIdHeader} and a key in ${apiKeyHeader}.`;

/** WWW-Authenticate of every 401: a session's token, or an application's key in its two headers (RFC 9110, 11.6.1). */
export const challenge = `Bearer realm="volume", ApplicationKey realm="volume", headers="${applicationIdHeader} ${apiKeyHeader}"`;
