import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

// Limits of section 9 that are fixed in the libraries, so another version could change them.
const { resolve } = createRequire(import.meta.url);

test('the analytics library’s fixed limits are as specified (§9)', () => {
  const library = dirname(resolve('posthog-js'));
  const source = (name: string) => readFileSync(join(library, `../lib/src/${name}.js`), 'utf8');
  // The flush interval can be set from 250 to 5000 ms, and the idle time of a session from 60 to 36000 s.
  expect(source('request-queue')).toMatch(/flush_interval_ms\) \|\| [^,]+, 250, 5000,/);
  expect(source('sessionid')).toMatch(/MAX_SESSION_IDLE_TIMEOUT_SECONDS = 10 \* 60 \* 60;/);
  expect(source('sessionid')).toMatch(/MIN_SESSION_IDLE_TIMEOUT_SECONDS = 60;/);
  expect(source('sessionid')).toMatch(/SESSION_LENGTH_LIMIT_MILLISECONDS = 24 \* 3600 \* 1000;/);
  expect(source('retry-queue')).toMatch(/thirtyMinutes = 30 \* 60 \* 1000;/);
  expect(source('retry-queue')).toMatch(/3000 \* Math\.pow\(2, retriesPerformedSoFar\)/);
  expect(source('retry-queue')).toMatch(/DEFAULT_MAX_RETRIES = 10;/);
  expect(source('rate-limiter')).toMatch(/ONE_MINUTE_IN_MILLISECONDS = 60 \* 1000;/);
});

test('a toast is swiped away over 45 px, as fixed in the library (§9)', () => {
  expect(readFileSync(resolve('sonner'), 'utf8')).toContain('SWIPE_THRESHOLD = 45;');
});
