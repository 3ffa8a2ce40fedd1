import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { callerType, callerTypeHeader, mediaType } from '@volume/contract/headers.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

/** A command that makes the call; ids and the token are left to fill in. */
export function exampleCurl(endpoint: AnyEndpoint, baseUrl: string): string {
  const { method, path, access, body, version } = endpoint;
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} '${baseUrl}/api/${path}'`,
    `-H 'accept: ${mediaType(version)}'`,
    `-H '${callerTypeHeader}: ${callerType}'`,
    ...(access.kind === 'public' ? [] : [`-H "authorization: Bearer $TOKEN"`]),
    ...(body
      ? [`-H 'content-type: ${mediaType(version)}'`, `-d '${JSON.stringify(exampleOf(wireSchema(body)))}'`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, field]) => [key, exampleOf(field, key)]));
  }
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (schema.type === 'number' || schema.type === 'integer') return 12.5;
  if (schema.type === 'boolean') return true;
  return examples[name] ?? '…';
}

const examples: Record<string, string> = { email: 'maya@harbourbloom.example', code: '123456' };
