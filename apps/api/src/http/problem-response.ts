import type { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { Problem } from '#core/problem.ts';

// PostgreSQL's own classes 08 (connection) and 57P (shutdown), 57014 (a statement that took too long), 53300 (too many connections), and the socket's words.
const lostConnection = /^(08\w{3}|57P0\d|57014|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN)$/;
const lostConnectionText =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|PGlite is (closed|closing)|after calling end on the pool|Client has encountered a connection error/i;

/** Turns anything thrown into what the caller may know: a Problem stays, a lost database is 503, the rest is 500. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) return databaseUnavailable();
  return new Problem(500, 'Something went wrong on our side. Please try again.');
}

export function databaseUnavailable(): Problem {
  return new Problem(503, 'The database cannot be reached at the moment. Please try again shortly.', {
    statusName: 'DATABASE_UNAVAILABLE',
    headers: { 'retry-after': '2' },
  });
}

function isDatabaseUnavailable(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (lostConnection.test(code) || lostConnectionText.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseUnavailable)) return true;
  }
  return false;
}

/** The JSON answer of a problem. */
export function problemResponse(problem: Problem, traceId: string): Response {
  const payload: ProviderErrorPayload = {
    statusCode: problem.status,
    statusName: problem.statusName,
    errorMessage: problem.message,
    traceId,
    source: problem.source,
  };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...problem.headers };
  return new Response(JSON.stringify({ ...payload, current: problem.current }), { status: problem.status, headers });
}
