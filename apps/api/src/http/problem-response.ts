import type { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { Problem } from '#core/problem.ts';
import { isUnavailable } from '#database/database.ts';

/** Converts any error: a Problem is unchanged, an unavailable database is 503, the rest is 500. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return databaseUnavailable();
  return new Problem(500, 'Something went wrong on our side. Please try again.');
}

export function databaseUnavailable(): Problem {
  return new Problem(503, 'The database cannot be reached at the moment. Please try again shortly.', {
    statusName: 'DATABASE_UNAVAILABLE',
    headers: { 'retry-after': '2' },
  });
}

export function problemResponse(problem: Problem, traceId: string): Response {
  const payload: ProviderErrorPayload = {
    statusCode: problem.status,
    statusName: problem.statusName,
    errorMessage: problem.message,
    traceId,
    source: problem.source,
  };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...problem.headers };
  const { status, hints, current } = problem;
  return new Response(JSON.stringify({ ...payload, code: problem.code, ...hints, current }), { status, headers });
}
