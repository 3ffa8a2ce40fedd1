import { BlockList, isIP, type TcpNetConnectOpts } from 'node:net';
import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import type { WebhookReply, WebhookRequest, WebhookSender } from '#core/services.ts';
import { webhookHeaders } from '#webhooks/signing/webhook-headers.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';

interface Options {
  /** Local use can also send to this machine, and without TLS (contract §8). */
  isLocal: boolean;
  /** Timeout of an attempt in milliseconds, including name resolution and TLS. */
  timeout?: number;
  resolve?: ResolveName;
  mayReach?: (address: string) => boolean;
}

/**
 * Sends webhooks over HTTP. The name is resolved once, all its addresses must be allowed, and the connection goes to
 * exactly these addresses, so that DNS rebinding has no effect (quality, Security). When no connection to the first can
 * be made, the next one is tried within the same timeout.
 */
export function createWebhookSender({
  isLocal,
  timeout = 10_000,
  resolve = createResolveName({ isLocal }),
  ...rules
}: Options): WebhookSender {
  const mayReach =
    rules.mayReach ?? ((address: string) => isGlobalAddress(address) || (isLocal && isLoopbackAddress(address)));
  const lateWords = `No answer within ${timeout / 1000} seconds`;
  const send = async (request: WebhookRequest, signal: AbortSignal): Promise<WebhookReply> => {
    const fault = findAddressFault(request.url, 'webhook', { isLocal });
    if (fault !== null) return { error: `The address ${fault}` };
    const url = new URL(request.url);
    const { merchantId } = request;
    const addresses = await addressesOf(url.hostname, () => resolve(url.hostname, { merchantId, signal })).catch(
      () => null,
    );
    if (addresses === null) return { error: `The name server of ${url.hostname} did not answer` };
    if (addresses.length === 0) return { error: `${url.hostname} has no address` };
    if (!addresses.every(mayReach)) {
      return { error: `${url.hostname} does not lead to a server on the internet` };
    }
    return sendOnce({ ...request, url, addresses, timeout, signal, lateWords });
  };
  return {
    send: async (request) => {
      const signal = AbortSignal.timeout(timeout);
      const late = new Promise<WebhookReply>((settle) => {
        // Resolving a name can hang; a request that has begun ends by the signal, with the part of the response
        // received so far.
        signal.addEventListener('abort', () => setTimeout(() => settle({ error: lateWords }), 100));
      });
      return Promise.race([send(request, signal), late]);
    },
  };
}

/** An IP literal, allowed only in local use, is its own address. */
async function addressesOf(hostname: string, resolve: () => ReturnType<ResolveName>) {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? resolve() : [bare];
}

type Put = Omit<WebhookRequest, 'url' | 'merchantId'> & {
  url: URL;
  addresses: readonly string[];
  timeout: number;
  signal: AbortSignal;
  lateWords: string;
};

/** Bytes of a response body that are kept. */
const mostKept = 2048;

/** One request over the first connection that can be made: no redirects, no keep-alive; the name is used only in Host and TLS. */
function sendOnce(put: Put): Promise<WebhookReply> {
  const { url, addresses, timeout, body, signal, lateWords } = put;
  const isSecure = url.protocol === 'https:';
  const bytes = Buffer.from(body, 'utf8');
  const options: RequestOptions &
    Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'> & { servername?: string } = {
    method: put.method ?? 'PUT',
    host: url.hostname,
    // Returns the addresses that were checked, so that the name is not resolved a second time.
    lookup: (_name, _options, found) =>
      found(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      ),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: Math.ceil(timeout / (addresses.length + 1)),
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    agent: false,
    signal,
    headers: { host: url.host, ...webhookHeaders(put), connection: 'close', 'content-length': bytes.length },
    ...(isSecure ? { servername: url.hostname } : {}),
  };
  return new Promise((resolve) => {
    const request = (isSecure ? requestHttps : requestHttp)(options, (response) => {
      void readBeginning(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, body: text, retryAfter: response.headers['retry-after'] ?? null });
        request.destroy();
      });
    });
    request.on('error', (error) => resolve({ error: signal.aborted ? lateWords : describe(error) }));
    request.end(bytes);
  });
}

/** Resolves when there is enough, the response ends, or the connection breaks: the status is known. */
function readBeginning(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let length = 0;
    const end = () => resolve(toText(Buffer.concat(parts).subarray(0, mostKept)));
    response.on('data', (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length >= mostKept) end();
    });
    response.on('end', end);
    response.on('close', end);
    response.on('error', end);
  });
}

/** Text that PostgreSQL can store, from any bytes. */
function toText(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replaceAll('\u0000', '\uFFFD');
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The server refused the connection',
  ECONNRESET: 'The server broke the connection off',
  EPIPE: 'The server broke the connection off',
  EHOSTUNREACH: 'The server cannot be reached',
  ENETUNREACH: 'The server cannot be reached',
  ETIMEDOUT: 'The server cannot be reached',
};

/** The reason for a missing response, for the merchant; reveals nothing about our network. */
function describe(error: Error & { code?: string }): string {
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return 'The answer was not HTTP';
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|SIGNATURE|ISSUER/.test(code)) {
    return 'The certificate of the server is not valid for its name';
  }
  return words[code] ?? 'The connection failed';
}

/** Not global unicast by IANA's registries (RFC 6890 and successors), and IPv6 ranges that embed IPv4. */
const v4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
const v6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

const inner = new BlockList();
const loopback = new BlockList();
/** All global unicast addresses assigned so far. */
const global6 = new BlockList();
add(inner, v4, 'ipv4');
add(inner, v6, 'ipv6');
add(loopback, '127.0.0.0/8', 'ipv4');
add(loopback, '::1/128', 'ipv6');
add(global6, '2000::/3', 'ipv6');

function add(list: BlockList, nets: string, family: 'ipv4' | 'ipv6'): void {
  for (const net of nets.split(/\s+/)) {
    const [address = '', bits] = net.split('/');
    list.addSubnet(address, Number(bits), family);
  }
}

export function isGlobalAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inner.check(address, 'ipv4');
  // A zone names an interface of this machine.
  return version === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
