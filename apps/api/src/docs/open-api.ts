import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import {
  applicationIdHeader,
  applicationSecretHeader,
  callerTypeHeader,
  callerVersionHeader,
  mediaType,
  traceIdHeader,
} from '@volume/contract/headers.ts';
import { ProviderErrorPayload } from '@volume/contract/provider-error.ts';
import { webhookBodies } from '@volume/contract/webhook-bodies.ts';
import { addressOfKind, testEventHeader, type WebhookKind, webhookKinds } from '@volume/contract/webhook-words.ts';
import { answersOf } from './answers.ts';
import { type JsonSchema, parameterSchema, wireSchema } from './json-schema.ts';
import { type OwnHeader, ownHeadersOf, takesBasicCredentials } from './own-headers.ts';
import type { Access } from '@volume/contract/access.ts';

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
    webhooks: Object.fromEntries(webhookKinds.map((kind) => [kind.toLowerCase(), { put: webhook(kind) }])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        basic: { type: 'http', scheme: 'basic' },
        applicationId: { type: 'apiKey', in: 'header', name: applicationIdHeader },
        applicationSecret: { type: 'apiKey', in: 'header', name: applicationSecretHeader },
      },
      schemas: { ProviderError: wireSchema(ProviderErrorPayload) },
    },
  };
}

/** The noun a call is filed under: `payments`, `accounts`. */
export function nounOf(endpoint: AnyEndpoint): string {
  return endpoint.path.split('/')[0] ?? endpoint.path;
}

function operation(endpoint: AnyEndpoint): Json {
  const { name, summary, body, params, query, access } = endpoint;
  return {
    operationId: name,
    summary,
    description: `Who: ${accessInWords(access)}`,
    tags: [nounOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...(params ? parametersOf(parameterSchema(params), 'path') : []),
      ...(query ? parametersOf(parameterSchema(query), 'query') : []),
      ...headers,
      ...ownHeadersOf(endpoint).map(headerParameter),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(endpoint, wireSchema(body)) } } : {}),
    responses: Object.fromEntries(answersOf(endpoint).map((answer) => [answer.status, responseOf(endpoint, answer)])),
  };
}

function securityOf(endpoint: AnyEndpoint): Json[] {
  if (takesBasicCredentials(endpoint)) return [{ basic: [] }];
  const { access } = endpoint;
  if (access.kind === 'public') return [];
  return [{ bearer: [] }, ...(takesKeys(access) ? [{ applicationId: [], applicationSecret: [] }] : [])];
}

function headerParameter({ name, isRequired, type, meaning }: OwnHeader): Json {
  const schema = type === 'UUID' ? { type: 'string', format: 'uuid' } : { type: 'string' };
  return { name, in: 'header', required: isRequired, description: meaning, schema };
}

const boundHeaders = [
  ['x-signature-timestamp', 'When it was sent, in seconds since 1970; refuse what is more than five minutes away.'],
  ['x-signature-application-id', 'The application it is for; refuse what is for another.'],
  ['x-signature', 'The signature of timestamp.applicationId.body in base64, by the same key.'],
  [testEventHeader, 'Says true on test events.'],
] as const;

/** One kind of event as it is sent to the merchant's own address. */
function webhook(kind: WebhookKind): Json {
  return {
    operationId: `${kind.toLowerCase()}Webhook`,
    summary: webhookWords[kind],
    description: `Sent to the application's ${addressOfKind[kind]}, signed: see the reference's section on webhooks.`,
    parameters: [
      {
        name: 'authorization',
        in: 'header',
        required: true,
        description: 'SHA256withRSA and the signature of the raw body in base64.',
        schema: { type: 'string', pattern: '^SHA256withRSA [A-Za-z0-9+/]+=*$' },
      },
      ...boundHeaders.map(([name, description]) => ({
        name,
        in: 'header',
        required: name !== testEventHeader,
        description,
        schema: { type: 'string' },
      })),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: wireSchema(webhookBodies[kind]) } } },
    responses: { 200: { description: 'Taken. Whatever else is answered, it is sent again.' } },
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
    // Lists are joined by commas; repeating the name is understood as well.
    ...(field.items ? { style: 'form', explode: false } : {}),
    schema: field,
  }));
}

function responseOf(endpoint: AnyEndpoint, { status, meaning }: { status: number; meaning: string }): Json {
  if (status >= 400) {
    const schema = { $ref: '#/components/schemas/ProviderError' };
    const more = status === 429 || status === 503 ? retryAfter : {};
    return { description: meaning, headers: { ...trace, ...more }, content: { 'application/json': { schema } } };
  }
  const { response, produces } = endpoint;
  const told = { description: meaning, headers: trace };
  if (produces === 'csv') return { ...told, content: { 'text/csv': { schema: { type: 'string' } } } };
  if (produces === 'pdf') {
    return { ...told, content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } };
  }
  return response ? { ...told, content: contentOf(endpoint, wireSchema(response)) } : told;
}

const trace = {
  [traceIdHeader]: { description: 'Names this call when you ask us about it.', schema: { type: 'string' } },
};
const retryAfter = { 'retry-after': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

function contentOf(endpoint: AnyEndpoint, schema: JsonSchema): Json {
  return { [mediaType(endpoint.version)]: { schema }, 'application/json': { schema } };
}

/** Whether an application's keys open a call in place of a token (contract §11). */
export const takesKeys = (access: Access): boolean => access.kind === 'any-of' && access.keys === true;

/** Who may make a call, as a sentence. */
export function accessInWords(access: Access): string {
  const writers = 'effect' in access && access.effect === 'write' ? ' VOLUME_ADMIN_READ may not.' : '';
  switch (access.kind) {
    case 'public':
      return 'Anyone, without a token.';
    case 'signed-in':
      return `Anyone signed in.${writers}`;
    case 'any-of':
      return `Anyone with ${access.authorities.join(' or ')}, and administrators.${writers}${takesKeys(access) ? ' The application’s keys.' : ''}`;
    case 'admin':
      return `Administrators only.${writers}`;
  }
}

/** When an event of each kind is sent (contract §6). */
export const webhookWords: Record<WebhookKind, string> = {
  PAYMENT: 'A payment is COMPLETED, SETTLED or FAILED',
  REFUND: 'A refund changes its status',
  PAYOUT: 'A payout changes its status',
};
