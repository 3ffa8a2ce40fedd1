import { addressOf } from './addresses.ts';
import { refuse, text, type Variables } from './variables.ts';

export interface GatewaySettings {
  url: string;
  keyId: string;
  /** An Ed25519 private key: the base64 of its PKCS #8 form. */
  key: string;
  /** The gateway's own public keys: the base64 of their SPKI form. */
  gatewayKeys: readonly { id: string; key: string }[];
}

/** All Ed25519 keys in PKCS #8 begin with the same bytes. */
const keyForm = /^([\w.-]{1,40}):(MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})$/;
/** So do all Ed25519 keys in SPKI. */
const publicKeyForm = /^([\w.-]{1,40}):(MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=)$/;

/** The gateway to real providers (docs/gateway.md): its address, the key that signs calls and the keys that sign messages, all or none. */
export function gatewayOf(variables: Variables, isLocal: boolean): GatewaySettings | null {
  const url = addressOf(variables, 'PROVIDER_URL', isLocal ? /^https?:$/ : /^https:$/);
  const given = text(variables, 'PROVIDER_KEY');
  const keys = text(variables, 'GATEWAY_KEYS');
  if ((url ?? given ?? keys) === undefined) return null;
  if (url === undefined) return refuse('PROVIDER_URL', '');
  if (given === undefined) return refuse('PROVIDER_KEY', '');
  if (keys === undefined) return refuse('GATEWAY_KEYS', '');
  const [, keyId, key] = keyForm.exec(given) ?? [];
  if (keyId === undefined || key === undefined) return refuse('PROVIDER_KEY', '…');
  return { url, keyId, key, gatewayKeys: gatewayKeysOf(keys) };
}

function gatewayKeysOf(given: string): GatewaySettings['gatewayKeys'] {
  const keys = given.split(',').map((entry) => {
    const [, id, key] = publicKeyForm.exec(entry.trim()) ?? [];
    return id !== undefined && key !== undefined ? { id, key } : refuse('GATEWAY_KEYS', '…');
  });
  const ids = new Set(keys.map(({ id }) => id));
  return keys.length <= 2 && ids.size === keys.length ? keys : refuse('GATEWAY_KEYS', '…');
}
