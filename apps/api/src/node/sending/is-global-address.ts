import { BlockList, isIP } from 'node:net';

/** What is not global unicast by the registries of IANA (RFC 6890 and its successors), and ways through which IPv4 hides in IPv6. */
const v4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
const v6 = '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20';

const inner = new BlockList();
const loopback = new BlockList();
/** All global unicast there is so far. */
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

/** Whether an address is global unicast: reachable by anyone, and by nobody's inside alone. */
export function isGlobalAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inner.check(address, 'ipv4');
  // A zone names an interface of this machine.
  return version === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
