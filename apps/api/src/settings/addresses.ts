import { serversOf } from '#database/postgres-servers.ts';
import { type SettingName, serverSettings } from './server-settings.ts';
import { refuse, text, type Variables } from './variables.ts';

/** The address of another server, such as a database. */
export function addressOf(variables: Variables, name: SettingName, protocol: RegExp): string | undefined {
  const value = text(variables, name);
  if (value === undefined) return undefined;
  const wanted = `an address that begins with ${protocol.source.replace(/[\\^$()?]/g, '')}//`;
  // The address contains a password, so it is not repeated in the message.
  return URL.canParse(value) && protocol.test(new URL(value).protocol) ? value : refuse(name, '…', wanted);
}

/** PostgreSQL's address, which can list several servers. */
export function databaseAddressOf(variables: Variables, name: SettingName): string | undefined {
  const value = text(variables, name);
  if (value === undefined) return undefined;
  for (const server of serversOf(value)) addressOf({ [name]: server }, name, /^postgres(ql)?:$/);
  return value;
}

/**
 * Public scheme and host of this server; never taken from forwarding headers, which anyone can forge. Required for a
 * deployment, with https; local use rejects an https address.
 */
export function publicUrlOf(variables: Variables, isLocal: boolean): string | null {
  const name = 'PUBLIC_URL';
  const value = text(variables, name)?.replace(/\/$/, '');
  if (value === undefined) return isLocal ? null : refuse(name, '');
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || url.origin !== value || !/^https?:$/.test(url.protocol) || (!isLocal && url.protocol === 'http:')) {
    return refuse(name, value);
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

/** The portal's address, without a trailing slash. */
export function portalUrlOf(variables: Variables, { publicUrl, port, isLocal }: PortalPlace): string {
  const given = publicUrl ?? (isLocal ? `http://localhost:${port}` : '');
  const value = (text(variables, 'PORTAL_URL') ?? given).replace(/\/+$/, '');
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'https:' || (isLocal && protocol === 'http:') ? value : refuse('PORTAL_URL', value);
}

/** Comma-joined values. */
const listOf = (variables: Variables, name: SettingName): string[] =>
  (text(variables, name) ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** Comma-separated origins. */
export function origins(variables: Variables, name: SettingName): string[] {
  return listOf(variables, name).map((value) => {
    const origin = URL.canParse(value) ? new URL(value).origin : 'null';
    return origin === 'null' || origin !== value ? refuse(name, value) : origin;
  });
}

/** Comma-joined addresses that RFC 9116 takes as a contact. */
export function contacts(variables: Variables, name: SettingName): string[] {
  const isContact = /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*|tel:\+?[\d-]+)$/;
  return listOf(variables, name).map((value) => (isContact.test(value) ? value : refuse(name, value)));
}

/** A path without a trailing slash, or the empty string. */
export function pathOf(variables: Variables, name: 'API_BASE_PATH'): string {
  const value = variables[name]?.trim().replace(/\/+$/, '') ?? serverSettings[name].default;
  return /^(\/[\w.-]+)*$/.test(value) ? value : refuse(name, value);
}

/** What the portal’s own settings are where none is given. */
export function portalDefaults(origin: string, { basePath, isLocal }: { basePath: string; isLocal: boolean }) {
  return {
    apiBaseUrl: `${origin}${basePath}`,
    automationHookUrl: `${origin}${basePath}/automation`,
    monitoringClientToken: '',
    monitoringApplicationId: '',
    signUpEmail: 'sign-up@sandbox.example',
    // A password that everybody knows would let strangers open accounts at a deployment.
    signUpPassword: isLocal ? 'sandbox-sign-up' : '',
    isLocal,
  };
}
