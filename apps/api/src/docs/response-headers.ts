import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { replayedHeader, traceIdHeader } from '@volume/contract/headers.ts';
import { takesApiKeys } from './takes-api-keys.ts';

const text = { type: 'string' };

const trace = { [traceIdHeader]: { description: 'Names this call when you ask us about it.', schema: text } };
const retryAfter = { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
const replayed = {
  [replayedHeader]: {
    description: 'Says true when this is the answer that an earlier call with the same Idempotency-Key got.',
    schema: text,
  },
};
const rateLimit = {
  'ratelimit-policy': {
    description:
      'For a call by key: how many calls (q) it can make in how many seconds (w), such as `"key";q=100;w=1`.',
    schema: text,
  },
  ratelimit: {
    description: 'For a call by key: how many calls are left (r), and in how many seconds (t) all are there again.',
    schema: text,
  },
};

/** The headers of a response that a client may need, by its status. */
export function responseHeaders({ access, isIdempotent }: AnyEndpoint, status: number): Record<string, object> {
  return {
    ...trace,
    ...(takesApiKeys(access) && status !== 401 ? rateLimit : {}),
    ...(isIdempotent && status < 500 && status !== 429 ? replayed : {}),
    ...(status === 429 || status === 503 ? retryAfter : {}),
  };
}
