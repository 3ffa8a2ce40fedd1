import * as z from 'zod/mini';
import type { Clock } from '#core/services.ts';

/** A gateway to real providers, which the operator runs (docs/gateway.md). */
export interface Gateway {
  /** Calls go to `{url}/v1/…`. */
  url: string;
  keyId: string;
  /** Signs with Ed25519. */
  sign: (text: string) => Uint8Array<ArrayBuffer>;
  clock: Clock;
  /** Milliseconds for the whole answer; 10 s by default. */
  timeout?: number;
}

export interface GatewayCall<Answer> {
  name: string;
  body: object;
  /** The same for every repetition of a call that changes something; omitted for a query. */
  idempotencyKey?: string;
  answer: z.ZodMiniType<Answer>;
  timeout?: number;
}

const usualTimeout = 10_000;

/** A statement of a day has about 200 bytes for each order. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Calls the gateway once and returns its checked answer. Throws when the outcome is unknown: no answer in time, another status
 * than 200, or an answer that is not what the protocol says. Error messages repeat nothing from the response.
 */
export async function callGateway<Answer>(gateway: Gateway, call: GatewayCall<Answer>): Promise<Answer> {
  const url = new URL(`${gateway.url.replace(/\/$/, '')}/v1/${call.name}`);
  const body = JSON.stringify(call.body);
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: await signCall(gateway, { url, body, idempotencyKey: call.idempotencyKey }),
    redirect: 'error',
    signal: AbortSignal.timeout(gateway.timeout ?? call.timeout ?? usualTimeout),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The gateway answered ${call.name} with the status ${response.status}.`);
  }
  const answer = z.safeParse(call.answer, parseJson(await readText(response)));
  if (!answer.success) throw new Error(`The gateway answered ${call.name} with something else than the protocol says.`);
  return answer.data;
}

interface Signed {
  url: URL;
  body: string;
  idempotencyKey: string | undefined;
}

/** HTTP Message Signatures (RFC 9421) over the method, host, path, body and key, with the time of the call. */
export async function signCall(
  { keyId, sign, clock }: Pick<Gateway, 'keyId' | 'sign' | 'clock'>,
  { url, body, idempotencyKey }: Signed,
): Promise<Record<string, string>> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  const headers = {
    'content-type': 'application/json',
    'content-digest': `sha-256=:${base64(digest)}:`,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const covered = { '@method': 'POST', '@authority': url.host, '@path': url.pathname, ...headers };
  const names = Object.keys(covered).map((name) => `"${name}"`);
  const created = Math.floor(clock.now().getTime() / 1000);
  const parameters = `(${names.join(' ')});created=${created};keyid="${keyId}";alg="ed25519"`;
  const lines = Object.entries(covered).map(([name, value]) => `"${name}": ${value}`);
  const signature = sign([...lines, `"@signature-params": ${parameters}`].join('\n'));
  return { ...headers, 'signature-input': `sig=${parameters}`, signature: `sig=:${base64(signature)}:` };
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error('The gateway’s answer is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
