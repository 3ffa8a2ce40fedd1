import type { OwnKey } from '#core/calling.ts';

/** The result of one check, as a sentence that says what to do. */
export interface Result {
  check: string;
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  sentence: string;
}

/** The API's data about the key and its application. `between`: when this machine sent the call and received the response. */
export function checkKey(own: OwnKey, between: readonly [number, number]): Result[] {
  return [
    checkScopes(own),
    checkExpiry(own, between[1]),
    checkAddresses(own),
    checkClock(own, between),
    checkHooks(own),
  ];
}

function checkScopes({ key, name, scopes, applicationName }: OwnKey): Result {
  const called = name === null ? `the ${key.toLowerCase()} key` : `the key ${name}`;
  return {
    check: 'key',
    result: 'ok',
    sentence: `It is ${called} of ${applicationName}, with the scopes ${scopes.join(', ')}.`,
  };
}

const day = 86_400_000;

function checkExpiry({ expiresAtUtc }: OwnKey, now: number): Result {
  const check = 'expiry';
  if (expiresAtUtc === null) return { check, result: 'ok', sentence: 'The key does not expire.' };
  const left = Math.floor((Date.parse(`${expiresAtUtc}Z`) - now) / day);
  if (left >= 14) return { check, result: 'ok', sentence: `The key works for ${left} more days.` };
  const when = left < 1 ? 'within a day' : left === 1 ? 'tomorrow' : `in ${left} days`;
  return {
    check,
    result: 'warning',
    sentence: `The key expires ${when}: rotate it in the portal, under Settings, Security.`,
  };
}

function checkAddresses({ allowedAddresses, calledFrom }: OwnKey): Result {
  const check = 'addresses';
  const here = calledFrom ?? 'an unknown address';
  if (allowedAddresses.length > 0)
    return {
      check,
      result: 'ok',
      sentence: `The key works from ${allowedAddresses.join(', ')} only; you call from ${here}.`,
    };
  const sentence = `The key works from every address; you call from ${here}. Restrict the key of a server to its addresses.`;
  return { check, result: 'ok', sentence };
}

/** Receivers accept five minutes; a minute leaves room for slow networks. */
const mostOff = 60_000;

function checkClock({ nowUtc }: OwnKey, [sent, answered]: readonly [number, number]): Result {
  const check = 'clock';
  const server = Date.parse(`${nowUtc}Z`);
  const off = server < sent ? sent - server : server > answered ? answered - server : 0;
  const seconds = Math.round(Math.abs(off) / 1000);
  if (Math.abs(off) <= mostOff)
    return { check, result: 'ok', sentence: `Your clock is at most ${Math.max(1, seconds)} s from the server's.` };
  const sentence = `Your clock is ${seconds} s ${off > 0 ? 'ahead of' : 'behind'} the server's, so correct signatures look too old or too new: set it by network time.`;
  return { check, result: 'failed', sentence };
}

function checkHooks({ paymentStatusWebhookUrl, refundWebhookUrl, payoutWebhookUrl }: OwnKey): Result {
  const check = 'webhook addresses';
  const addresses = { payments: paymentStatusWebhookUrl, refunds: refundWebhookUrl, payouts: payoutWebhookUrl };
  const missing = Object.entries(addresses).flatMap(([what, url]) => (url === null ? [what] : []));
  if (missing.length === 0) return { check, result: 'ok', sentence: 'One is set for payments, refunds and payouts.' };
  const sentence = `None is set for ${missing.join(' and ')}: set it in the portal, under Settings, Webhooks. \`volume listen\` works without.`;
  return { check, result: 'warning', sentence };
}
