import { hash, verify } from '@node-rs/argon2';
import { Problem, tooMany } from '#core/problem.ts';
import type { Passwords } from '#core/services.ts';
import { createFairQueue } from '#http/turns/fair-queue.ts';

// argon2id is the library's default; its const enum cannot be named under verbatimModuleSyntax.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** After a wrong password, the next one of the same address waits this many times as long as the wrong one took. */
const pauses = 3;
/** At most this many milliseconds: twenty that wait are then compared before their calls time out, also on a slow machine. */
const longestPause = 300;

/**
 * argon2id with 19 MiB and two passes, in a fair queue by address. An address that sends wrong passwords gets a quarter of a
 * processor, so that everybody else's calls have the rest also where there is only one.
 */
export function createPasswords({ concurrency = 2, waiting = 200, waitingEach = 20 } = {}): Passwords {
  const run = createFairQueue({ concurrency, besideOthers: 1, alone: 1, waiting, waitingEach, crowded, full });
  return {
    hash: (password, from) => run(from, () => hash(password.normalize('NFC'), cost)),
    verify: (known, password, from, isRefused = false) =>
      run(from, async (leave) => {
        const begun = performance.now();
        const isRight = await verify(known, password.normalize('NFC')).catch(() => false);
        if (!isRight || isRefused) leave(Math.min(longestPause, pauses * (performance.now() - begun)));
        return isRight;
      }),
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
