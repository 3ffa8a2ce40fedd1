import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { apiKeyHeader, applicationIdHeader, idempotencyKeyHeader, mediaType } from '@volume/contract/headers.ts';
import { describe } from './descriptions/describe.ts';
import { exampleBody } from './example-body.ts';
import { exampleAnswer } from './examples/example-answer.ts';
import { parameterSchema } from './json-schema.ts';
import { takesApiKeys } from './takes-api-keys.ts';

/** A Postman collection (2.1) of the calls by key, which Bruno, Insomnia and others import too. */
export function postmanCollection(endpoints: readonly AnyEndpoint[], baseUrl: string): object {
  const byKey = endpoints.filter(({ access }) => takesApiKeys(access));
  const ids = new Set(byKey.flatMap(({ path }) => namesInPath(path)));
  const empty = [...new Set(['applicationId', 'applicationSecret', ...ids, ...inBodies])];
  return {
    info: {
      name: 'Volume API for merchants',
      description: `Set the variables applicationId and applicationSecret first. Made of ${baseUrl}/docs/openapi.merchant.json.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [{ key: 'baseUrl', value: baseUrl }, ...empty.map((key) => ({ key, value: '' }))],
    item: byKey.map(itemOf),
  };
}

function itemOf(endpoint: AnyEndpoint): object {
  const { name, summary, status } = endpoint;
  const request = requestOf(endpoint);
  const body = JSON.stringify(exampleAnswer(endpoint), null, 2);
  const example = { name: `${status}`, originalRequest: request, code: status, header: [], body };
  return { name: summary, id: name, request, response: [example] };
}

function requestOf(endpoint: AnyEndpoint): object {
  const { method, body, version, isIdempotent } = endpoint;
  const headers = {
    accept: mediaType(version),
    [applicationIdHeader]: '{{applicationId}}',
    [apiKeyHeader]: '{{applicationSecret}}',
    // A new UUID each time; to repeat a request, put in the key that it had.
    ...(isIdempotent ? { [idempotencyKeyHeader]: '{{$guid}}' } : {}),
    ...(body ? { 'content-type': mediaType(version) } : {}),
  };
  return {
    method,
    header: Object.entries(headers).map(([key, value]) => ({ key, value })),
    url: urlOf(endpoint),
    ...(body && {
      body: { mode: 'raw', raw: bodyText(exampleBody(endpoint)), options: { raw: { language: 'json' } } },
    }),
  };
}

function urlOf({ name, path, query }: AnyEndpoint): object {
  const inPath = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const { properties = {}, required = [] } = query ? parameterSchema(query) : {};
  return {
    raw: `{{baseUrl}}/api/${inPath}`,
    host: ['{{baseUrl}}'],
    path: ['api', ...inPath.split('/')],
    variable: namesInPath(path).map((key) => ({ key, value: `{{${key}}}` })),
    query: Object.keys(properties).map((key) => ({
      key,
      value: required.includes(key) ? 'order-1001' : '',
      description: describe(`${name} query`, key),
      disabled: !required.includes(key),
    })),
  };
}

const namesInPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Fields of bodies whose values only the reader knows. */
const inBodies = ['applicationId', 'payInAccountId'];

const bodyText = (body: unknown): string =>
  JSON.stringify(
    body,
    (name, value: unknown) => (inBodies.includes(name) ? `${typeof value === 'number' ? '#' : ''}{{${name}}}` : value),
    2,
  )
    // Numbers have no quotes.
    .replaceAll(/"#(\{\{\w+\}\})"/g, '$1');
