import { errorCodes } from '@volume/contract/error-codes.ts';
import { Problem } from '#core/problem.ts';
import { isUnavailable } from '#database/database.ts';
import { challenge } from './access/challenge.ts';
import { acceptsByName } from './replying/accepts.ts';

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

interface Asked {
  /** The caller's Accept header. */
  accept: string | null;
  /** Address of the documents, `/sandbox/docs`. */
  docs: string;
}

/** A refusal in the provider's format, or as a problem of RFC 9457 for a caller that accepts `application/problem+json`. */
export function problemResponse(problem: Problem, traceId: string, asked?: Asked): Response {
  const { status, statusName, code, message, source, hints, current } = problem;
  const isProblem = asked !== undefined && acceptsByName(asked.accept, problemType);
  const own = isProblem
    ? { type: `${asked.docs}/guides/errors#${code}`, title: errorCodes[code][1], status, detail: message, statusName }
    : { statusCode: status, statusName, errorMessage: message };
  const payload = { ...own, traceId, source, code, ...hints, current };
  const headers = {
    'content-type': isProblem ? problemType : 'application/json',
    'cache-control': 'no-store',
    vary: 'Accept',
    ...(status === 401 ? { 'www-authenticate': challenge } : {}),
    ...problem.headers,
  };
  return new Response(JSON.stringify(payload), { status, headers });
}

const problemType = 'application/problem+json';
