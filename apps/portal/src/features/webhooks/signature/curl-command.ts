interface Request {
  url: string;
  body: string;
  authorization: string;
}

/** The request as a command for a shell; sends the very bytes that are signed. */
export function curlCommand({ url, body, authorization }: Request): string {
  return [
    `curl -X PUT ${quote(url)}`,
    `  -H 'Content-Type: application/json'`,
    `  -H ${quote(`Authorization: ${authorization}`)}`,
    `  --data-raw ${quote(body)}`,
  ].join(' \\\n');
}

/** One word for a POSIX shell, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}
