import type { Message } from '#core/calling.ts';

export const forgeries = [
  'bad signature',
  'no signature',
  'changed body',
  'old timestamp',
  'changed timestamp',
] as const;
export type Forgery = (typeof forgeries)[number];

const signatures = new Set(['authorization', 'x-signature', 'webhook-signature']);
const times = new Set(['x-signature-timestamp', 'webhook-timestamp']);

/** Messages that begin with one that the server signed an hour ago. */
export const isFromOld = (forgery: Forgery): boolean => forgery.endsWith('timestamp');

/** Changes a signed message into one that has to be refused. `now` in seconds. */
export function forge(message: Message, forgery: Forgery, now: number): Message {
  const { headers, body } = message;
  switch (forgery) {
    case 'bad signature':
      return { ...message, headers: change(headers, signatures, spoil) };
    case 'no signature':
      return { ...message, headers: headers.filter(({ name }) => !signatures.has(name)) };
    case 'changed body':
      return { ...message, body: changeBody(body) };
    case 'old timestamp':
      return message;
    case 'changed timestamp':
      return { ...message, headers: change(headers, times, () => String(now)) };
  }
}

type Headers = Message['headers'];

const change = (headers: Headers, names: ReadonlySet<string>, by: (value: string) => string): Headers =>
  headers.map(({ name, value }) => ({ name, value: names.has(name) ? by(value) : value }));

/** Exchanges the first letter of each signature, so that it looks right and is not. */
const spoil = (value: string): string =>
  value.replaceAll(
    /(^|[ ,])([\w+/])([\w+/]{40,})/g,
    (_, before: string, letter: string, rest: string) => `${before}${letter === 'A' ? 'B' : 'A'}${rest}`,
  );

/** Changes the amount, as an attacker would to pay less; changes another field if there is no amount. */
function changeBody(body: string): string {
  const changed = body.replace(/"[a-z]*amount": ?/i, '$&9');
  return changed === body ? body.replace('{', '{"changed":true,') : changed;
}
