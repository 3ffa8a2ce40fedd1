import { scopesOf } from '@volume/contract/access.ts';
import { docsOf } from '@volume/contract/docs.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { type ErrorCode, errorCodes, statusesOf } from '@volume/contract/error-codes.ts';

export interface Answer {
  status: number;
  meaning: string;
  /** The codes of a refusal; none for a success. */
  codes: readonly ErrorCode[];
}

const success: Record<number, string> = { 200: 'Done.', 201: 'Made.', 204: 'Done; no body.' };

/** Every status that a call can return, with its meaning and the codes that distinguish its refusals. */
export function answersOf(endpoint: AnyEndpoint): Answer[] {
  const { status } = endpoint;
  const codes = codesOf(endpoint);
  const statuses = [...new Set(codes.flatMap(statusesOf))].toSorted((a, b) => a - b);
  const refusals = statuses.map((refused): Answer => {
    const own = codes.filter((code) => statusesOf(code).includes(refused));
    return { status: refused, codes: own, meaning: own.map((code) => describe(endpoint, code)).join('\n') };
  });
  return [{ status, meaning: success[status] ?? 'Done.', codes: [] }, ...refusals];
}

const describe = (endpoint: AnyEndpoint, code: ErrorCode): string =>
  `- \`${code}\`: ${docsOf(endpoint).meanings?.[code] ?? errorCodes[code][1]}`;

/** Every code with which a call can be refused: those that follow from its facts, and its own. */
export function codesOf(endpoint: AnyEndpoint): readonly ErrorCode[] {
  const { access, method, body, stepUp, isIdempotent, comparesVersions } = endpoint;
  const codes: ErrorCode[] = ['BAD_REQUEST'];
  if (access.kind !== 'public') codes.push('UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND');
  const [scope] = scopesOf(access);
  if (scope) codes.push('ADDRESS_NOT_ALLOWED', 'KEY_EXPIRED', 'TOKEN_EXPIRED', `${scope}_SCOPE_NEEDED`);
  if (stepUp) codes.push('STEP_UP_REQUIRED');
  if (isIdempotent) codes.push('IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_REUSED', 'CALL_NOT_ENDED');
  if (comparesVersions) codes.push('CHANGED_MEANWHILE');
  if (method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'OUTCOME_UNKNOWN');
  if (body) codes.push('UNSUPPORTED_MEDIA_TYPE');
  codes.push('TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'PROVIDER_UNAVAILABLE');
  return [...new Set([...codes, ...(docsOf(endpoint).codes ?? [])])];
}
