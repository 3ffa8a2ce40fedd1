import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { docsOf } from '@volume/contract/docs.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

/** A body the call takes; null for a call without one. */
export function exampleBody(endpoint: AnyEndpoint): unknown {
  const { body } = endpoint;
  return body ? (docsOf(endpoint).example ?? exampleOf(wireSchema(body))) : null;
}

function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (Object.hasOwn(byName, name)) return byName[name];
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, key)]));
  }
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches?.[0]) return exampleOf(branches[0], name);
  if (schema.type === 'integer') return 1000;
  if (schema.type === 'number') return 12.5;
  if (schema.type === 'boolean') return true;
  if (name.includes('Url')) return 'https://shop.example.com/volume';
  if (name.endsWith('Id')) return '018cc778-5000-7fb8-ab33-93f5e60e9f83';
  return 'Order 1001';
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
  // Of a passkey, in base64url; a browser makes them.
  ...Object.fromEntries(
    ['id', 'rawId', 'clientDataJSON', 'attestationObject', 'authenticatorData', 'signature'].map((of) => [
      of,
      'oWNjaGFsbGVuZ2U',
    ]),
  ),
  transports: ['internal'],
};
