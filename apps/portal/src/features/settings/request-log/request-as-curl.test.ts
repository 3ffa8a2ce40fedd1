import { expect, test } from 'vitest';
import { requestAsCurl } from './request-as-curl.ts';

const urlOf = (path: string) => `https://provider.example/api/${path}`;
const applicationId = '6d1f0c52-9b0e-4a63-8f57-1f2c30aa7e10';
const call = { method: 'POST', path: 'payments/1/refunds', query: '', headers: [], body: null };

const secret = 'volume_$(id) "x" y';

/** The words after `curl`, as a POSIX shell splits and unquotes them. Outside of quotes only these characters have a meaning. */
function wordsOf(command: string): string[] {
  const part = /'([^']*)'|"([^"`\\]*)"|\\(.)|([\w./:-]+)/s;
  const words = command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+|\s+/gs);
  const read = [...words].filter(([word]) => word.trim() !== '').map(([word]) => readWord(word, part));
  return read.slice(1);
}

function readWord(word: string, part: RegExp): string {
  const found = part.exec(word);
  if (found?.index !== 0) throw new Error(`A shell reads something else in ${word}`);
  const [whole, single, double, escaped, plain] = found;
  const text = single ?? double?.replace('$APPLICATION_SECRET', () => secret) ?? escaped ?? plain ?? '';
  return whole.length === word.length ? text : text + readWord(word.slice(whole.length), part);
}

test('a shell reads every value as one word, whatever is in it, and puts only the key in', () => {
  const hostile = `it's "$(touch /tmp/x)" \`id\` $HOME \\ ! *; rm -rf ~ # & | > < \n é`;
  const body = JSON.stringify({ reference: hostile });
  const [flag, verb, url, ...rest] = wordsOf(
    requestAsCurl(
      { ...call, query: `page=${hostile}`, headers: [{ name: 'accept', value: hostile }], body },
      { applicationId, urlOf },
    ),
  );
  expect([flag, verb]).toEqual(['-X', 'POST']);
  expect(url).toMatch(/\/api\/payments\/1\/refunds\?page=/);
  expect(url?.endsWith(hostile)).toBe(true);
  expect(rest).toEqual([
    '-H',
    `x-application-id: ${applicationId}`,
    '-H',
    `x-application-secret: ${secret}`,
    '-H',
    `accept: ${hostile}`,
    '--data-raw',
    body,
  ]);
});

test('a GET has no method option, and headers that were not stored completely are left out', () => {
  const headers = [
    { name: 'user-agent', value: 'shop/1.0' },
    { name: 'accept', value: '…' },
  ];
  expect(wordsOf(requestAsCurl({ ...call, method: 'GET', headers }, { applicationId, urlOf }))).toHaveLength(5);
});
