import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#http/problem.ts';
import type { Passwords } from '#http/services.ts';

// argon2id is the library's default; its const enum cannot be named under verbatimModuleSyntax.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** argon2id with 19 MiB, two passes; at most `atOnce` hashes run and `waiting` wait, the rest is refused with 503. */
export function createPasswords({ atOnce = 2, waiting = 200 } = {}): Passwords {
  const queue: (() => void)[] = [];
  let running = 0;
  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw busy();
      // Whoever ends hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return {
    hash: (password) => bounded(() => hash(password.normalize('NFC'), cost)),
    verify: (known, password) => bounded(() => verify(known, password.normalize('NFC')).catch(() => false)),
  };
}

function busy(): Problem {
  return new Problem(503, 'Too many people are signing in at once. Please try again.', {
    headers: { 'retry-after': '2' },
  });
}
