import { successOf } from './slim-document.mjs';

/** @typedef {import('./slim-document.mjs').OpenApi} OpenApi */
/** @typedef {import('./slim-document.mjs').Operation} Operation */

/**
 * The file `calls.ts`: the parameters, response and refusal codes of each call as types, and how it is sent, as a table.
 * @param {OpenApi} document
 */
export function writeCalls(document) {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const eventNames = Object.values(document.webhooks).flatMap((methods) =>
    Object.values(methods).map(({ operationId, requestBody }) => [operationId, schemaOf(requestBody?.content)]),
  );
  return [
    "import type { components, operations } from './document.ts';",
    "import type { Sending } from '../sending.ts';",
    '',
    '/** The parameters and the response of each call, and the codes with which it can be refused. */',
    'export interface Calls {',
    ...calls.map(({ operation }) => `  ${typeOf(operation, document)}`),
    '}',
    '',
    '/** The shapes that calls exchange, by their names in the reference. */',
    "export type Shapes = components['schemas'];",
    '',
    '/** The bodies of webhooks. */',
    'export interface WebhookBodies {',
    ...eventNames.map(([name, type]) => `  ${name}: ${type};`),
    '}',
    '',
    '/** The calls that an application key can make. */',
    'export type CallByKey =',
    ...calls.filter(({ operation }) => isByKey(operation)).map(({ operation }) => `  | '${operation.operationId}'`),
    ';',
    '',
    '/** How each call is sent. */',
    'export const sendings: Readonly<Record<keyof Calls, Sending>> = {',
    ...calls.map((call) => `  ${call.operation.operationId}: ${JSON.stringify(sendingOf(call))},`),
    '};',
    '',
  ].join('\n');
}

/** @param {Operation} operation */
const isByKey = ({ security }) => security.some((each) => 'applicationSecret' in each);

/**
 * @param {Operation} operation
 * @param {OpenApi} document
 */
function typeOf(operation, document) {
  const { operationId: name, parameters, requestBody } = operation;
  const own = `operations['${name}']`;
  const takes = (/** @type {string} */ place) => parameters.filter((each) => each.in === place);
  const query = takes('query');
  const input = [
    takes('path').length > 0 && `path: ${own}['parameters']['path']`,
    query.length > 0 &&
      `query${query.some(({ required }) => required) ? '' : '?'}: NonNullable<${own}['parameters']['query']>`,
    requestBody && `body${requestBody.required ? '' : '?'}: ${bodyOf(own, requestBody.content)}`,
  ].filter(Boolean);
  const codes = codesOf(operation, document).map((code) => `'${code}'`);
  const output = outputOf(operation);
  const rows = query.some((each) => each.name === 'page') ? `${output}['content'][number]` : 'never';
  return `${name}: { input: { ${input.join('; ')} }; output: ${output}; row: ${rows}; codes: ${codes.join(' | ')} };`;
}

/**
 * @param {string} own
 * @param {Record<string, unknown>} content
 */
const bodyOf = (own, content) => `NonNullable<${own}['requestBody']>['content']['${Object.keys(content)[0] ?? ''}']`;

/**
 * The media type of the response; null without a body.
 * @param {Operation} operation
 */
const mediaOf = (operation) => Object.keys(Object.values(successOf(operation))[0]?.content ?? {})[0] ?? null;

/**
 * A file can have one of several types, and JSON is asked for by its version.
 * @param {Operation} operation
 */
function acceptOf(operation) {
  const types = Object.keys(Object.values(successOf(operation))[0]?.content ?? {});
  return types.find((type) => type.endsWith('json')) ?? (types.join(', ') || null);
}

/** @param {Operation} operation */
function outputOf(operation) {
  const [status] = Object.keys(successOf(operation));
  const media = mediaOf(operation);
  if (media === null) return 'void';
  if (!media.endsWith('json')) return 'Response';
  return `operations['${operation.operationId}']['responses'][${status}]['content']['${media}']`;
}

/** @param {Record<string, unknown>} [content] */
function schemaOf(content = {}) {
  const { schema } = /** @type {{ schema?: { $ref?: string } }} */ (Object.values(content)[0] ?? {});
  const name = schema?.$ref?.split('/').at(-1);
  return name === undefined ? 'Readonly<Record<string, unknown>>' : `components['schemas']['${name}']`;
}

/**
 * Every refusal lists its codes in the document.
 * @param {Operation} operation
 * @param {OpenApi} document
 */
function codesOf({ operationId, responses }, document) {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const codes = refusals.flatMap(([, { $ref, ...own }]) => {
    const answer = $ref ? document.components.responses[$ref.split('/').at(-1) ?? ''] : own;
    const { schema } = /** @type {{ schema?: { properties?: { code?: { enum?: string[] } } } }} */ (
      answer?.content?.['application/json'] ?? {}
    );
    return schema?.properties?.code?.enum ?? [];
  });
  if (codes.length === 0) throw new Error(`The document names no codes of ${operationId}.`);
  return [...new Set(codes)].sort();
}

/** @param {{ path: string, method: string, operation: Operation }} call */
function sendingOf({ path, method, operation }) {
  const takesHeader = (/** @type {string} */ name) => operation.parameters.some((each) => each.name === name);
  const body = Object.keys(operation.requestBody?.content ?? {})[0] ?? null;
  return {
    method,
    path,
    accepts: acceptOf(operation),
    sends: body,
    ...(takesHeader('idempotency-key') && { isKeyed: true }),
  };
}
