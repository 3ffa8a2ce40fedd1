import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { applicationIdHeader, callerTypeHeader, callerVersionHeader, mediaType } from '@volume/contract/headers.ts';
import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { accessInWords } from './access-in-words.ts';
import { answersOf } from './answers-of.ts';
import { type JsonSchema, wireSchema } from './json-schema.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of a set of calls. `baseUrl` is the API base address. */
export function openApi(endpoints: readonly AnyEndpoint[], baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Volume provider API', version: '0.1.0' },
    servers: [{ url: `${baseUrl}/api` }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ProviderError: wireSchema(ProviderErrorPayload) },
    },
  };
}

/** The noun a call is filed under: `payments`, `accounts`. */
export function nounOf(endpoint: AnyEndpoint): string {
  return endpoint.path.split('/')[0] ?? endpoint.path;
}

function operation(endpoint: AnyEndpoint): Json {
  const { name, summary, access, body, params, query } = endpoint;
  return {
    operationId: name,
    summary,
    description: `Who: ${accessInWords(access)}`,
    tags: [nounOf(endpoint)],
    security: access.kind === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...(params ? parametersOf(wireSchema(params), 'path') : []),
      ...(query ? parametersOf(wireSchema(query), 'query') : []),
      ...headers,
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(endpoint, wireSchema(body)) } } : {}),
    responses: Object.fromEntries(answersOf(endpoint).map((answer) => [answer.status, responseOf(endpoint, answer)])),
  };
}

const headers = [
  { name: callerTypeHeader, in: 'header', required: false, schema: { type: 'string', const: 'merchant_portal' } },
  { name: callerVersionHeader, in: 'header', required: false, schema: { type: 'string' } },
  { name: applicationIdHeader, in: 'header', required: false, schema: { type: 'string', format: 'uuid' } },
];

/** Parameters of the path or the query, one for each field of its shape. */
export function parametersOf(schema: JsonSchema, place: 'path' | 'query') {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    schema: field,
  }));
}

function responseOf(endpoint: AnyEndpoint, { status, meaning }: { status: number; meaning: string }): Json {
  if (status >= 400) {
    const schema = { $ref: '#/components/schemas/ProviderError' };
    return { description: meaning, content: { 'application/json': { schema } } };
  }
  const { response, produces } = endpoint;
  if (produces === 'csv') return { description: meaning, content: { 'text/csv': { schema: { type: 'string' } } } };
  return response
    ? { description: meaning, content: contentOf(endpoint, wireSchema(response)) }
    : { description: meaning };
}

function contentOf(endpoint: AnyEndpoint, schema: JsonSchema): Json {
  return { [mediaType(endpoint.version)]: { schema }, 'application/json': { schema } };
}
