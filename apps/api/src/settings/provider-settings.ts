import type { Setting } from './setting.ts';

/** The gateway to real providers. */
export const providers = {
  PROVIDER_URL: {
    does: 'Payments, payouts, refunds and rates go through this gateway to real providers.',
    form: 'an https:// address',
    otherwise: 'simulated in local use, a sandbox and an integration environment; none elsewhere',
    details: 'gateway.md',
  },
  PROVIDER_KEY: {
    does: 'Calls to the gateway are signed with this key.',
    form: 'an id, a colon, and an Ed25519 private key (PKCS #8, DER) in base64',
    isSecret: true,
    details: 'gateway.md#keys',
  },
  GATEWAY_KEYS: {
    does: 'Messages from the gateway are accepted when they are signed with this key; with two of them, with either.',
    form: 'one or two ids, each with a colon and an Ed25519 public key (SPKI, DER) in base64, separated by a comma',
    isSecret: true,
    details: 'gateway.md#keys',
  },
} as const satisfies Record<string, Setting>;
