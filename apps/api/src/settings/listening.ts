import type { AppSettings } from '#core/services.ts';
import { shortestToken } from './server-settings.ts';
import { refuse, text, type Variables, wholeNumber } from './variables.ts';

const loopback = ['127.0.0.1', '::1'];

/** Addresses to listen on; undefined means all. Local use listens on loopback unless HOST is set. */
export function listenOnOf(variables: Variables, isLocal: boolean): (string | undefined)[] {
  const host = text(variables, 'HOST');
  return isLocal && host === undefined ? loopback : [host];
}

/**
 * The hosts that a server in local use answers for, as written in an address; null accepts all. Prevents DNS rebinding,
 * where a stranger's page resolves its name to 127.0.0.1.
 */
export function hostsOf(variables: Variables, isLocal: boolean, publicUrl: string | null): string[] | null {
  if (!isLocal) return null;
  const host = text(variables, 'HOST');
  const own = host === undefined ? [] : [host.includes(':') ? `[${host}]` : host];
  const named = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  return [...new Set(['localhost', '127.0.0.1', '[::1]', ...own, ...named])];
}

/** CIDRs of the proxies whose X-Forwarded-For is trusted; a deployment must set them, or `none`. */
export function trustedProxiesOf(variables: Variables, isLocal: boolean): string[] {
  const name = 'TRUSTED_PROXIES';
  const value = text(variables, name) ?? (isLocal ? 'none' : '');
  if (value === 'none') return [];
  return value.split(',').map((each) => toRange(each.trim()) ?? refuse(name, value));
}

/** `10.0.0.1` → `10.0.0.1/32`; undefined when it is not a range. */
function toRange(text: string): string | undefined {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) ? 32 : 128;
  const isAddress = bits === 32 ? address.split('.').every((part) => Number(part) <= 255) : isVersion6(address);
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  return isAddress && isPrefix && rest.length === 0 ? `${address}/${prefix ?? bits}` : undefined;
}

const isVersion6 = (address: string): boolean => /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);

interface MetricsSettings {
  port: number | null;
  token: string | null;
}

/** How operators read the metrics: on a separate port, with a token, or both; null when not configured. */
export function metricsOf(variables: Variables, port: number): MetricsSettings {
  const token = text(variables, 'METRICS_TOKEN') ?? null;
  // A token is a password, so it is not repeated in the message.
  if (token !== null && token.length < shortestToken) {
    refuse('METRICS_TOKEN', '…');
  }
  const own = wholeNumber(variables, 'METRICS_PORT');
  if (own !== 0 && own === port) refuse('METRICS_PORT', String(own), 'another port than PORT');
  return { port: own === 0 ? null : own, token };
}

/** Who can read the metrics on the public port. */
export function publicMetricsOf({ port, token }: MetricsSettings, isLocal: boolean): AppSettings['metrics'] {
  if (port !== null) return 'CLOSED';
  if (token !== null) return { token };
  return isLocal ? 'OPEN' : 'CLOSED';
}
