import { testEventHeader } from '@volume/contract/webhook-words.ts';

interface Request {
  url: string;
  body: string;
  /** Of an example; null where the signature is not shown. */
  authorization: string | null;
}

/** The request as a command for a shell; sends the very bytes that are signed, marked as the test it is. */
export function curlCommand({ url, body, authorization }: Request): string {
  return [
    `curl -X PUT ${quote(url)}`,
    `  -H 'Content-Type: application/json'`,
    ...(authorization === null ? [] : [`  -H ${quote(`Authorization: ${authorization}`)}`]),
    `  -H '${testEventHeader}: true'`,
    `  --data-raw ${quote(body)}`,
  ].join(' \\\n');
}

/** One word for a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
