import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { ownAnswers } from './own-answers.ts';
import { takesIfMatch } from './own-headers.ts';

const changed = 'It was changed since If-Match was read (CHANGED_MEANWHILE); `current` is what stands now.';
const success: Record<number, string> = { 200: 'Done.', 201: 'Made.', 204: 'Done; no body.' };

/** Every status a call may answer with, and what it means. */
export function answersOf(endpoint: AnyEndpoint): { status: number; meaning: string }[] {
  const { access, method, body, status, name } = endpoint;
  const isRefusable =
    access.kind === 'any-of' || access.kind === 'admin' || ('effect' in access && access.effect === 'write');
  const answers: Record<number, string> = {
    [status]: success[status] ?? 'Done.',
    400: 'A field or a header is wrong; errorMessage names it.',
    ...(access.kind === 'public' ? {} : { 401: 'The token is missing or no longer valid.' }),
    ...(isRefusable ? { 403: 'The role does not allow it.' } : {}),
    ...(access.kind === 'public' ? {} : { 404: "It does not exist, or is another merchant's." }),
    ...(method === 'GET' ? {} : { 413: 'The body is larger than 256 kB.' }),
    ...(body ? { 415: 'The body is not JSON.' } : {}),
    429: 'Too many calls; Retry-After says when to try again.',
    503: 'The database cannot be reached; try again.',
    ...ownAnswers[name],
  };
  if (takesIfMatch(endpoint)) answers[409] = [answers[409], changed].filter(Boolean).join(' ');
  return Object.entries(answers).map(([code, meaning]) => ({ status: Number(code), meaning }));
}
