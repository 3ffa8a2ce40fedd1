import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { docsOf } from '@volume/contract/docs.ts';
import { exampleOf } from './examples/example-of.ts';
import { wireSchema } from './json-schema.ts';

/** The body of a call; null for a call without one. */
export function exampleBody(endpoint: AnyEndpoint): unknown {
  const { body } = endpoint;
  return body ? (docsOf(endpoint).example ?? exampleOf(wireSchema(body), byName)) : null;
}

const byName: Record<string, unknown> = {
  email: 'maya@harbourbloom.example',
  accountEmail: 'maya@harbourbloom.example',
  password: 'quiet-ink-on-paper',
  code: '123456',
  name: 'Maya Okafor',
  personName: 'Maya Okafor',
  fullName: null,
  phone: '+44 20 7946 0101',
  phoneNumber: '+44 20 7946 0101',
  expiresAtUtc: '2030-01-31T17:00:00.000',
  ids: ['018cc778-5000-7fb8-ab33-93f5e60e9f83'],
  institutions: ['natwest'],
  allowedAddresses: ['203.0.113.0/24'],
  // A field of a passkey, in base64url; only browsers can make them.
  ...Object.fromEntries(
    ['id', 'rawId', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'].map((of) => [
      of,
      'oWNjaGFsbGVuZ2U',
    ]),
  ),
  transports: ['internal'],
};
