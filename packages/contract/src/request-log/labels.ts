import type { ErrorCode } from '@volume/contract/error-codes.ts';

export const loggedMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
/** The codes with which calls by key are usually refused, for the filter; a search finds every code. */
export const keyRefusals = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_MANY_REQUESTS',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'OUTCOME_UNKNOWN',
  'PROVIDER_REFUSED',
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'SEARCH_TOO_SHORT',
  'ADDRESS_NOT_ALLOWED',
  'KEY_LIMIT',
  'DEFAULT_BENEFICIARY_ONLY',
  'BALANCE_TOO_LOW',
  'ABOVE_LARGEST_AMOUNT',
  'ABOVE_REFUNDABLE',
  'NOT_REFUNDABLE',
  'REFUND_IN_PROGRESS',
  'REFUNDED_IN_FULL',
] as const satisfies readonly ErrorCode[];
/** The keys of each application that have no id, and the calls that no key was accepted for. */
export const loggedKeys = ['PRIMARY', 'SECONDARY', 'NOT_ACCEPTED'] as const;
/** How a key or its value ended. */
export const keyEndings = ['RESET', 'ROTATED', 'REVOKED', 'EXPIRED'] as const;
/** The orders of the file. */
export const requestFileSorts = ['at,desc', 'at,asc'] as const;
export const requestSorts = ['at,desc', 'at,asc', 'durationMs,desc', 'durationMs,asc'] as const;

/** Days for which a call is stored. */
export const daysRequestsAreKept = 30;
/** The most calls with a valid key that are stored of one application and UTC day. */
export const mostRequestsPerDay = 9_500;
/** The same for calls without a valid key. Strangers can make such calls too, so they must not use up the room for others. */
export const mostUnknownRequestsPerDay = 500;
