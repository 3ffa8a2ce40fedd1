import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Limits of section 9 that the libraries fix by themselves: another version may have others.
const { resolve } = createRequire(import.meta.url);

test('what the analytics library fixes by itself is as specified (§9)', () => {
  const library = dirname(resolve('posthog-js'));
  const source = (name: string) => readFileSync(join(library, `../lib/src/${name}.js`), 'utf8');
  // The flush of a batch may be set to 250 to 5000 ms, the idle time of a session to 60 to 36000 s.
  expect(source('request-queue')).toMatch(/flush_interval_ms\) \|\| [^,]+, 250, 5000,/);
  expect(source('sessionid')).toMatch(/MAX_SESSION_IDLE_TIMEOUT_SECONDS = 10 \* 60 \* 60;/);
  expect(source('sessionid')).toMatch(/MIN_SESSION_IDLE_TIMEOUT_SECONDS = 60;/);
  expect(source('sessionid')).toMatch(/SESSION_LENGTH_LIMIT_MILLISECONDS = 24 \* 3600 \* 1000;/);
  expect(source('retry-queue')).toMatch(/thirtyMinutes = 30 \* 60 \* 1000;/);
  expect(source('retry-queue')).toMatch(/3000 \* Math\.pow\(2, retriesPerformedSoFar\)/);
  expect(source('retry-queue')).toMatch(/DEFAULT_MAX_RETRIES = 10;/);
  expect(source('rate-limiter')).toMatch(/ONE_MINUTE_IN_MILLISECONDS = 60 \* 1000;/);
});

test('a toast is swiped away over 45 px, as the library has it (§9)', () => {
  expect(readFileSync(resolve('sonner'), 'utf8')).toContain('SWIPE_THRESHOLD = 45;');
});
