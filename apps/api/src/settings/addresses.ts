import { serversOf } from '#database/postgres-servers.ts';
import { refuse, text, type Variables } from './variables.ts';

/** An address of another server, such as a database's. */
export function addressOf(variables: Variables, name: string, protocol: RegExp): string | undefined {
  const value = text(variables, name);
  if (value === undefined) return undefined;
  const wanted = `an address that begins with ${protocol.source.replace(/[\\^$()?]/g, '')}//`;
  // An address like this holds a password: it is not repeated in the sentence.
  return URL.canParse(value) && protocol.test(new URL(value).protocol) ? value : refuse(name, '…', wanted);
}

/** PostgreSQL's address, which may name several servers. */
export function databaseAddressOf(variables: Variables, name: string): string | undefined {
  const value = text(variables, name);
  if (value === undefined) return undefined;
  for (const server of serversOf(value)) addressOf({ [name]: server }, name, /^postgres(ql)?:$/);
  return value;
}

/**
 * Scheme and host people reach this server at; never guessed from forwarding headers, which anybody may write. A deployment
 * must say it, with https; one's own machine is not run beside such an address.
 */
export function publicUrlOf(variables: Variables, isLocal: boolean): string | null {
  const name = 'PUBLIC_URL';
  const value = text(variables, name)?.replace(/\/$/, '');
  if (value === undefined) return isLocal ? null : refuse(name, '', 'an origin such as https://portal.example.com');
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || url.origin !== value || !/^https?:$/.test(url.protocol) || (!isLocal && url.protocol === 'http:')) {
    return refuse(name, value, 'an origin such as https://portal.example.com');
  }
  if (isLocal && url.protocol === 'https:') {
    throw new Error(`The setting ${name} is an https address: a server that others reach is run with LOCAL=false.`);
  }
  return value;
}

interface PortalPlace {
  publicUrl: string | null;
  port: number;
  isLocal: boolean;
}

/** Where people find the portal, without a trailing slash. */
export function portalUrlOf(variables: Variables, { publicUrl, port, isLocal }: PortalPlace): string {
  const given = publicUrl ?? (isLocal ? `http://localhost:${port}` : '');
  const value = (text(variables, 'PORTAL_URL') ?? given).replace(/\/+$/, '');
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'https:' || (isLocal && protocol === 'http:')
    ? value
    : refuse('PORTAL_URL', value, 'the address of the portal, such as https://portal.example.com');
}

/** Comma-joined origins. */
export function origins(variables: Variables, name: string): string[] {
  const values = (text(variables, name) ?? '').split(',').map((value) => value.trim());
  return values
    .filter((value) => value !== '')
    .map((value) => {
      const origin = URL.canParse(value) ? new URL(value).origin : 'null';
      return origin === 'null' || origin !== value
        ? refuse(name, value, 'origins such as https://portal.example.com')
        : origin;
    });
}

/** A path without a trailing slash, or the empty text. */
export function pathOf(variables: Variables, name: string, given: string): string {
  const value = variables[name]?.trim().replace(/\/+$/, '') ?? given;
  return /^(\/[\w.-]+)*$/.test(value) ? value : refuse(name, value, 'a path such as /sandbox');
}
