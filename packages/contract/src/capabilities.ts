import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Which of our own calls this deployment has, as `METHOD path` with every id written `{}`, `if-match` where it compares versions, and `traceparent` where it traces (contract §2, §9, §11). */
export const listCapabilities = endpoint({
  name: 'listCapabilities',
  summary: 'The calls beyond the specification that this deployment has',
  origin: 'ours',
  method: 'GET',
  path: 'capabilities',
  // The calls of signing in are among them: it is asked before anybody is signed in.
  access: { kind: 'public' },
  response: z.array(z.string()),
});
