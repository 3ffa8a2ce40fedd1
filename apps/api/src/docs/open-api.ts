import { docsOf } from '@volume/contract/docs.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { applicationIdHeader, callerTypeHeader, callerVersionHeader, mediaType } from '@volume/contract/headers.ts';
import { type Answer, answersOf } from './answers.ts';
import { describe } from './descriptions/describe.ts';
import { exampleBody } from './example-body.ts';
import { exampleAnswer } from './examples/example-answer.ts';
import { type JsonSchema, parameterSchema } from './json-schema.ts';
import { type Components, referTo, referToExample, referToResponse } from './named-schemas.ts';
import { introduction } from './reference/introduction.ts';
import { tagOf, tagsOf } from './reference/parts.ts';
import { refusalSchemas } from './refusals.ts';
import { responseHeaders } from './response-headers.ts';
import { takesApiKeys } from './takes-api-keys.ts';
import { sampleOf } from './reference/samples.ts';
import { webhookOperations } from './webhook-operations.ts';
import { type OwnHeader, ownHeadersOf } from './own-headers.ts';
import { securityOf, securitySchemes } from './security-schemes.ts';
import { type Access, scopesOf } from '@volume/contract/access.ts';

type Json = Record<string, unknown>;

/**
 * As in package.json, until the owner chooses one. Without `identifier` or `url`, generators that use swagger-parser refuse
 * the document.
 */
export const license = { name: 'UNLICENSED', identifier: 'LicenseRef-UNLICENSED' };

/** The label of a sample that runs as shown. */
const runnable = 'curl';

/** The OpenAPI 3.1 document of a set of endpoints. `baseUrl` is the API base address. */
export function openApi(endpoints: readonly AnyEndpoint[], baseUrl: string): Json {
  const components: Components = { schemas: {}, responses: {}, examples: {} };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, baseUrl, components) };
  }
  const webhooks = webhookOperations(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Volume API',
      version: '0.2.0',
      description: introduction(baseUrl),
      license,
    },
    servers: [{ url: `${baseUrl}/api` }],
    ...tagsOf(endpoints),
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(baseUrl),
      parameters: Object.fromEntries(headers.map((each) => [each.name, each])),
      responses: components.responses,
      examples: components.examples,
      schemas: {
        ...components.schemas,
        ...refusalSchemas,
      },
    },
  };
}

function operation(endpoint: AnyEndpoint, baseUrl: string, components: Components): Json {
  const { source, needs } = sampleOf(endpoint, baseUrl);
  const { name, summary, body, params, query, access } = endpoint;
  return {
    operationId: name,
    summary,
    description: `Who: ${accessInWords(access)}`,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: [
      ...(params ? parametersOf(name, parameterSchema(params), 'path') : []),
      ...(query ? parametersOf(name, parameterSchema(query), 'query') : []),
      ...(takesApiKeys(access) ? [] : headers.map((each) => ({ $ref: `#/components/parameters/${each.name}` }))),
      ...ownHeadersOf(endpoint).map(headerParameter),
    ],
    ...(body
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: contentOf(
              endpoint,
              referTo(components, nameOf(endpoint, 'Body'), body),
              referToExample(components, nameOf(endpoint, 'Body'), exampleBody(endpoint)),
            ),
          },
        }
      : {}),
    responses: Object.fromEntries(
      answersOf(endpoint).map((answer) => [answer.status, responseOf(endpoint, answer, components)]),
    ),
    'x-codeSamples': [{ lang: 'Shell', label: needs === null ? runnable : 'curl, to be filled in', source }],
  };
}

function headerParameter({ name, isRequired, type, meaning }: OwnHeader): Json {
  const schema = type === 'UUID' ? { type: 'string', format: 'uuid' } : { type: 'string' };
  return { name, in: 'header', required: isRequired, description: meaning, schema };
}

const header = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

const headers = [
  header(callerTypeHeader, 'Which program calls.', { type: 'string', const: 'merchant_portal' }),
  header(callerVersionHeader, 'The version of the program that calls.', { type: 'string' }),
  header(applicationIdHeader, 'The application that the person has chosen.', { type: 'string', format: 'uuid' }),
];

function parametersOf(call: string, schema: JsonSchema, place: 'path' | 'query') {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required?.includes(name) ?? false),
    description: describe(`${call} ${place}`, name),
    // Lists are joined by commas; repeating the name works as well.
    ...(field.items ? { style: 'form', explode: false } : {}),
    schema: field,
  }));
}

function responseOf(endpoint: AnyEndpoint, { status, meaning, codes }: Answer, components: Components): Json {
  if (status >= 400) {
    const codesOnly = { properties: { code: { enum: codes } } };
    const content = {
      'application/json': { schema: { $ref: '#/components/schemas/ProviderError', ...codesOnly } },
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem', ...codesOnly } },
    };
    return referToResponse(components, `Refused${status}`, {
      description: meaning,
      headers: responseHeaders(endpoint, status),
      content,
    });
  }
  const { response, produces } = endpoint;
  const described = { description: meaning, headers: responseHeaders(endpoint, status) };
  if (produces === 'csv') return { ...described, content: { 'text/csv': { schema: { type: 'string' } } } };
  if (produces === 'file') {
    const file = { schema: { type: 'string', format: 'binary' } };
    const types = docsOf(endpoint).fileTypes ?? ['*/*'];
    return { ...described, content: Object.fromEntries(types.map((type) => [type, file])) };
  }
  if (produces === 'events') return { ...described, content: { 'text/event-stream': { schema: { type: 'string' } } } };
  if (produces === 'parts')
    return { ...described, content: { 'application/x-ndjson': { schema: { type: 'string' } } } };
  if (produces === 'pdf') {
    return { ...described, content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } };
  }
  if (!response) return described;
  const schema = referTo(components, nameOf(endpoint, 'Response'), response);
  const examples = referToExample(components, nameOf(endpoint, 'Response'), exampleAnswer(endpoint));
  return { ...described, content: contentOf(endpoint, schema, examples) };
}

const nameOf = ({ name }: AnyEndpoint, part: 'Body' | 'Response'): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}${part}`;

function contentOf(endpoint: AnyEndpoint, schema: JsonSchema, examples: Json): Json {
  const content = { schema, examples };
  return { [mediaType(endpoint.version)]: content, 'application/json': content };
}

function accessInWords(access: Access): string {
  const writers = 'effect' in access && access.effect === 'write' ? ' VOLUME_ADMIN_READ may not.' : '';
  const scopes = scopesOf(access).join(' or ');
  const byKey = scopes && ` The application’s keys with the scope ${scopes}.`;
  switch (access.kind) {
    case 'public':
      return 'Anyone, without a token.';
    case 'signed-in':
      return `Anyone signed in.${writers}${byKey}`;
    case 'any-of':
      return `Anyone with ${access.authorities.join(' or ')}, and administrators.${writers}${byKey}`;
    case 'admin':
      return `Administrators only.${writers}`;
  }
}
