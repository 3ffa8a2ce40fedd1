import { commandLine } from './command-line.ts';
import { errors } from './errors.ts';
import type { Guide } from './guide.ts';
import { goingLive } from './going-live.ts';
import { idempotency } from './idempotency.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { missedEvents } from './missed-events.ts';
import { names } from './names.ts';
import { paymentLinks } from './payment-links.ts';
import { testing } from './testing.ts';
import { webhooks } from './webhooks.ts';

/** The guides that precede the reference, in the order in which a developer needs them. */
export const guides: readonly Guide[] = [
  keys,
  commandLine,
  paymentLinks,
  webhooks,
  missedEvents,
  names,
  idempotency,
  errors,
  limits,
  testing,
  goingLive,
];
