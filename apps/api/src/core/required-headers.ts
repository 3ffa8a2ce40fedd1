import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { idempotencyKeyHeader } from '@volume/contract/headers.ts';
import { Problem } from './problem.ts';
import { requireStepUp, type StepUpCall } from './step-up/require-step-up.ts';

/** Refuses a call without the headers that its contract always requires, before the call's own code runs. */
export async function requireHeaders({ isIdempotent, stepUp }: AnyEndpoint, call: StepUpCall): Promise<void> {
  if (isIdempotent) readIdempotencyKey(call.request);
  if (stepUp === 'always') await requireStepUp(call);
}

/** The Idempotency-Key of a call in lower case; 400 when it is missing or is not a UUID. */
export function readIdempotencyKey(request: StepUpCall['request']): string {
  const key = request.header(idempotencyKeyHeader)?.toLowerCase() ?? '';
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(key)) return key;
  throw new Problem(400, `${idempotencyKeyHeader} ${key === '' ? 'is required' : 'must be a UUID'}`, {
    code: 'IDEMPOTENCY_KEY_REQUIRED',
  });
}
