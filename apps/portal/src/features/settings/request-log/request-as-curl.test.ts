import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { requestAsCurl } from './request-as-curl.ts';

const applicationId = '6d1f0c52-9b0e-4a63-8f57-1f2c30aa7e10';
const call = { method: 'POST', path: 'payments/1/refunds', query: '', headers: [], body: null };

/** What a POSIX shell makes of the command's words, with a function in place of curl. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  const out = execFileSync('sh', ['-c', script], {
    env: { APPLICATION_SECRET: 'volume_$(id) "x" y' },
    encoding: 'utf8',
  });
  return out.split('\0').slice(0, -1);
}

test('a shell reads every value as one word, whatever is in it, and puts only the key in', () => {
  const hostile = `it's "$(touch /tmp/x)" \`id\` $HOME \\ ! *; rm -rf ~ # & | > < \n é`;
  const body = JSON.stringify({ reference: hostile });
  const [flag, verb, url, ...rest] = wordsOf(
    requestAsCurl(
      { ...call, query: `page=${hostile}`, headers: [{ name: 'accept', value: hostile }], body },
      applicationId,
    ),
  );
  expect([flag, verb]).toEqual(['-X', 'POST']);
  expect(url).toMatch(/\/api\/payments\/1\/refunds\?page=/);
  expect(url?.endsWith(hostile)).toBe(true);
  expect(rest).toEqual([
    '-H',
    `x-application-id: ${applicationId}`,
    '-H',
    'x-application-secret: volume_$(id) "x" y',
    '-H',
    `accept: ${hostile}`,
    '--data-raw',
    body,
  ]);
});

test('a read has no verb, and headers that were not stored whole are left out', () => {
  const headers = [
    { name: 'user-agent', value: 'shop/1.0' },
    { name: 'accept', value: '…' },
  ];
  expect(wordsOf(requestAsCurl({ ...call, method: 'GET', headers }, applicationId))).toHaveLength(5);
});
