import { addressOf } from './addresses.ts';
import { refuse, text, type Variables } from './variables.ts';

export interface GatewaySettings {
  url: string;
  keyId: string;
  /** An Ed25519 private key: the base64 of its PKCS #8 form. */
  key: string;
}

/** All Ed25519 keys in PKCS #8 begin with the same bytes. */
const keyForm = /^([\w.-]{1,40}):(MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})$/;

/** The gateway to real providers (docs/gateway.md): its address and the key that signs calls, both or neither. */
export function gatewayOf(variables: Variables, isLocal: boolean): GatewaySettings | null {
  const url = addressOf(variables, 'PROVIDER_URL', isLocal ? /^https?:$/ : /^https:$/);
  const given = text(variables, 'PROVIDER_KEY');
  if (url === undefined && given === undefined) return null;
  if (url === undefined) return refuse('PROVIDER_URL', '');
  if (given === undefined) return refuse('PROVIDER_KEY', '');
  const [, keyId, key] = keyForm.exec(given) ?? [];
  return keyId !== undefined && key !== undefined ? { url, keyId, key } : refuse('PROVIDER_KEY', '…');
}
