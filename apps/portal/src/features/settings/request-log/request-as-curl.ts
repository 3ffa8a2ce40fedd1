import { apiKeyHeader, applicationIdHeader } from '@volume/contract/headers.ts';
import type { LoggedRequest } from '@volume/contract/request-log/request-log.ts';

/** Replaces values that were not stored (contract §8, Request log). */
const notStored = '…';

type Repeated = Pick<LoggedRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>;

interface Place {
  applicationId: string;
  /** The address of a path of the API. */
  urlOf: (path: string) => string;
}

/**
 * A curl command that makes the call again. The key is a variable of the shell, because it is not stored. The same
 * Idempotency-Key prevents a double effect.
 */
export function requestAsCurl(
  { method, path, query, headers, body }: Repeated,
  { applicationId, urlOf }: Place,
): string {
  const verb = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${method} `;
  const sent = headers.filter(({ name, value }) => name !== 'user-agent' && !value.includes(notStored));
  return [
    `curl ${verb}${quote(urlOf(path) + (query === '' ? '' : `?${query}`))}`,
    `  -H ${quote(`${applicationIdHeader}: ${applicationId}`)}`,
    // In double quotes, so that the shell inserts the variable's value.
    `  -H "${apiKeyHeader}: $APPLICATION_SECRET"`,
    ...sent.map(({ name, value }) => `  -H ${quote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`  --data-raw ${quote(body)}`]),
  ].join(' \\\n');
}

export const isPartial = ({ path, query, body }: Repeated): boolean =>
  [path, query, body ?? ''].some((text) => text.includes(notStored));

/** Quotes any text as one word for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
