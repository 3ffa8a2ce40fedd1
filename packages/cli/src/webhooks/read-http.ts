import { UsageError } from '#core/failures.ts';
import type { Received } from './check-webhook.ts';

const lineFeed = 10;
const carriageReturn = 13;

/** Parses headers, an empty line and the body, as in an HTTP request; a first line such as `PUT /webhooks HTTP/1.1` is skipped. */
export function readRequest(bytes: Uint8Array): Received {
  const end = findEmptyLine(bytes);
  if (end === null)
    throw new UsageError('There is no empty line between headers and body. --body and --headers read two files.');
  return { headers: readHeaders(bytes.subarray(0, end.from)), body: bytes.subarray(end.to) };
}

export function readHeaders(bytes: Uint8Array): Map<string, string> {
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const headers = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const [, name, value] = /^([\w-]+)\s*:\s*(.*)$/.exec(line.trim()) ?? [];
    if (name !== undefined && value !== undefined) headers.set(name.toLowerCase(), value.trim());
    else if (at > 0) throw new UsageError(`This is no header: ${line.slice(0, 40)}`);
  }
  return headers;
}

/** Where the headers end and the body begins; the body's own bytes are never changed. */
function findEmptyLine(bytes: Uint8Array): { from: number; to: number } | null {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== lineFeed) continue;
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1;
    if (bytes[next] === lineFeed) return { from: at, to: next + 1 };
  }
  return null;
}
