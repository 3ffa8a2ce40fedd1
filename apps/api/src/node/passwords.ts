import { hash, verify } from '@node-rs/argon2';
import { Problem, tooMany } from '#core/problem.ts';
import type { Passwords } from '#core/services.ts';
import { createFairQueue } from '#http/turns/fair-queue.ts';

// argon2id is the library's default; its const enum cannot be named under verbatimModuleSyntax.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** argon2id with 19 MiB and two passes, in a fair queue by address. */
export function createPasswords({ concurrency = 2, waiting = 200, waitingEach = 20 } = {}): Passwords {
  const run = createFairQueue({ concurrency, besideOthers: 1, alone: 1, waiting, waitingEach, crowded, full });
  return {
    hash: (password, from) => run(from, () => hash(password.normalize('NFC'), cost)),
    verify: (known, password, from) => run(from, () => verify(known, password.normalize('NFC')).catch(() => false)),
  };
}

function crowded(): Problem {
  return tooMany('Too many sign-ins from here at once. Please try again.', 2);
}

function full(): Problem {
  return new Problem(503, 'Too many people are signing in at once. Please try again.', {
    headers: { 'retry-after': '2' },
  });
}
