import {
  applicationIdHeader,
  callerTypeHeader,
  callerVersionHeader,
  idempotencyKeyHeader,
  ifMatchHeader,
  stepUpHeader,
  traceIdHeader,
} from '@volume/contract/headers.ts';
import type { MiddlewareHandler } from 'hono';
import { cors as honoCors } from 'hono/cors';

/** Lets the given origins call from a browser with our headers (contract §10, CORS). */
export function cors(allowedOrigins: readonly string[]): MiddlewareHandler {
  return honoCors({
    origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'accept',
      'authorization',
      'content-type',
      callerTypeHeader,
      callerVersionHeader,
      applicationIdHeader,
      idempotencyKeyHeader,
      ifMatchHeader,
      stepUpHeader,
    ],
    exposeHeaders: ['retry-after', traceIdHeader],
    maxAge: 600,
  });
}
