import { isIP } from 'node:net';
import { findAddressFault } from '@volume/contract/webhook-address.ts';
import type { WebhookReply, WebhookRequest, WebhookSender } from '#core/services.ts';
import { isGlobalAddress, isLoopbackAddress } from './is-global-address.ts';
import { putOnce } from './put-once.ts';
import { createResolveName, type ResolveName } from './resolve-name.ts';

type Options = {
  /** Local use may also send to this machine, and without TLS (contract §8). */
  isLocal: boolean;
  /** Milliseconds until an attempt is given up, names and TLS included. */
  timeout?: number;
  resolve?: ResolveName;
  /** Whether an address may be called, where something else than the rule decides. */
  mayReach?: (address: string) => boolean;
};

/**
 * Sends webhooks over HTTP. The name is resolved once, every address it has must be one that may be reached, and the connection goes
 * to exactly that address, so that a name that answers differently the next time changes nothing (quality, Security).
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
    const [address] = addresses;
    if (address === undefined) return { error: `${url.hostname} has no address` };
    if (!addresses.every(mayReach)) {
      return { error: `${url.hostname} does not lead to a server on the internet` };
    }
    return putOnce({ ...request, url, address, signal, lateWords });
  };
  return {
    send: async (request) => {
      const signal = AbortSignal.timeout(timeout);
      const late = new Promise<WebhookReply>((settle) => {
        // Names may take for ever; a request that began ends by the signal, with what it has heard by then.
        signal.addEventListener('abort', () => setTimeout(() => settle({ error: lateWords }), 100));
      });
      return Promise.race([send(request, signal), late]);
    },
  };
}

/** A literal, which only local use may name, is its own address. */
async function addressesOf(hostname: string, resolve: () => ReturnType<ResolveName>) {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? resolve() : [bare];
}
