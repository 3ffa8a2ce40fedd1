import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';

/** How an address is used: our servers call webhooks, the payer's browser or app opens callbacks. */
export type AddressUse = 'webhook' | 'callback';

interface Parsed {
  protocol: string;
  username: string;
  password: string;
  hostname: string;
  hash: string;
}
// Browsers and Node both have it, but the language itself does not.
declare const URL: { new (text: string): Parsed; canParse: (text: string) => boolean };

interface Deployment {
  /** A local deployment also accepts http and this machine (contract §8). */
  isLocal: boolean;
}

const longest = 1000;

/**
 * Returns why an address cannot be used, as the end of a sentence that starts with the field's name ("must begin with
 * https://"), or null (quality, Security: https only, no user info, no IP address, no name that DNS cannot hold; no
 * internal network for webhooks).
 */
export function findAddressFault(text: string, use: AddressUse, { isLocal }: Deployment): string | null {
  if (text.length > longest) return `must have at most ${longest} characters`;
  if (/[\s\u0000-\u001f\u007f]|\p{Surrogate}/u.test(text) || dropInvisible(text) !== text) {
    return 'must not hold spaces, invisible or control characters';
  }
  const url = parse(text);
  if (url === null) return 'must be a complete address such as https://shop.example.com/volume';
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.hash !== '') return 'must not hold a # part';
  return findHostFault(url.hostname, use, isLocal);
}

// URL parsers repair backslashes and missing slashes, each in a different way.
function parse(text: string): Parsed | null {
  return /^https?:\/\/[^/\\?#]+([/?#][^\\]*)?$/i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** Checks the parsed host: the parser has already turned decimal, octal and hexadecimal forms into four dotted numbers. */
function findHostFault(hostname: string, use: AddressUse, isLocal: boolean): string | null {
  const host = hostname.replace(/\.$/, '');
  if (isLocal && (host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host))) return null;
  if (host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)) return 'must name a server, not an IP address';
  const isName = host.length <= 253 && host.split('.').every((label) => label.length > 0 && label.length <= 63);
  if (!isName) return 'must name a server that can exist: no empty part between its dots, none above 63 characters';
  // A payer's browser can open any address anyway. Only our own calls must not reach internal networks.
  if (use === 'callback') return null;
  const isInner = !host.includes('.') || /\.(localhost|local|internal|intranet|lan|home|corp|arpa)$/i.test(host);
  return isInner ? 'must name a server that can be reached from the internet' : null;
}
