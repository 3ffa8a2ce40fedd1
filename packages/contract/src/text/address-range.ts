/** A range of IP addresses: the first one, and the number of leading bits that all of them share. */
interface Range {
  bits: 32 | 128;
  first: bigint;
  shared: number;
}

/** True for an IPv4 or IPv6 address, or a CIDR range: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export const isAddressRange = (text: string): boolean => readRange(text) !== null;

/** True when the address is in one of the ranges. A mapped IPv4 address counts as IPv4. False when the text is not an address. */
export function isAddressWithin(address: string, ranges: readonly string[]): boolean {
  const one = readRange(address.split('%')[0] ?? '');
  if (one === null || one.shared !== one.bits) return false;
  return ranges.some((range) => holds(readRange(range), one));
}

/** True when `outer` allows every address that `inner` allows. An empty list allows all addresses. */
export function isWithinRanges(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return (
    inner.length > 0 &&
    inner.every((text) => {
      const range = readRange(text);
      return range !== null && outer.some((other) => holds(readRange(other), range));
    })
  );
}

const holds = (outer: Range | null, inner: Range): boolean =>
  outer !== null &&
  outer.bits === inner.bits &&
  outer.shared <= inner.shared &&
  startOf(inner.first, outer) === outer.first;

/** The first address of the range of this size that contains the value. */
function startOf(value: bigint, { bits, shared }: Pick<Range, 'bits' | 'shared'>): bigint {
  const rest = BigInt(bits - shared);
  return (value >> rest) << rest;
}

const mappedPrefix = 0xffffn;

function readRange(text: string): Range | null {
  const [address = '', prefix, ...more] = text.split('/');
  const value = readIpv4(address) ?? readIpv6(address);
  if (value === null || more.length > 0 || (prefix !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefix))) return null;
  const shared = prefix === undefined ? value.bits : Number(prefix);
  if (shared > value.bits) return null;
  const isMapped = value.bits === 128 && value.first >> 32n === mappedPrefix && shared >= 96;
  const range: Range = isMapped
    ? { bits: 32, first: value.first & 0xffffffffn, shared: shared - 96 }
    : { ...value, shared };
  return { ...range, first: startOf(range.first, range) };
}

function readIpv4(text: string): Pick<Range, 'bits' | 'first'> | null {
  const parts = text.split('.');
  // Some programs read a leading zero as octal, others as decimal.
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) return null;
  return { bits: 32, first: parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n) };
}

function readIpv6(text: string): Pick<Range, 'bits' | 'first'> | null {
  const tail = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text);
  const last = tail?.[2] === undefined ? null : readIpv4(tail[2]);
  if (tail && last === null) return null;
  const words =
    last === null ? text : `${tail?.[1]}${(last.first >> 16n).toString(16)}:${(last.first & 0xffffn).toString(16)}`;
  const halves = words.split('::');
  if (halves.length > 2) return null;
  const [before = [], after] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const zeros = 8 - before.length - (after?.length ?? 0);
  if (after === undefined ? zeros !== 0 : zeros < 1) return null;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...(after ?? [])];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null;
  return { bits: 128, first: groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n) };
}
