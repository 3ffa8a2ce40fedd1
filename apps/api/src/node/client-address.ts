import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns the caller's address from the peer's address and `X-Forwarded-For`; null when the peer has none. */
export type ClientAddress = (peer: string | undefined, forwarded: string | undefined) => string | null;

/**
 * Finds the caller behind proxies: the right-most address that is not in `trusted` (CIDRs). Anything left of it can be
 * forged. Returns IPv4 for a mapped IPv6 address, and IPv6 in its short form.
 */
export function createClientAddress(trusted: readonly string[]): ClientAddress {
  const proxies = new BlockList();
  for (const range of trusted) {
    const [address = '', prefix] = range.split('/');
    proxies.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  const isTrusted = (address: string): boolean => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return (peer, forwarded = '') => {
    const hops = forwarded.split(',');
    let address = toAddress(peer ?? '');
    while (address !== null && hops.length > 0 && isTrusted(address)) {
      const before = toAddress(hops.pop() ?? '');
      if (before === null) break;
      address = before;
    }
    return address;
  };
}

/** An address without port, brackets and zone; null when it is invalid. */
function toAddress(text: string): string | null {
  const bare = /^\[([^\]]+)\](:\d+)?$/.exec(text.trim())?.[1] ?? text.trim().replace(/^([\d.]+):\d+$/, '$1');
  if (isIPv4(bare)) return bare;
  const [address = ''] = bare.split('%');
  return isIPv6(address) ? toShortForm(address) : null;
}

function toShortForm(address: string): string {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  return [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.');
}
