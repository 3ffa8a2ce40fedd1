/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} [summary]
 * @property {Record<string, unknown>[]} security
 * @property {{ name?: string, in?: string, required?: boolean }[]} parameters
 * @property {{ required?: boolean, content: Record<string, unknown> }} [requestBody]
 * @property {Record<string, Answer>} responses
 *
 * @typedef {{ $ref?: string, content?: Record<string, unknown> }} Answer
 *
 * @typedef {object} OpenApi
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {Record<string, Record<string, Operation>>} webhooks
 * @property {{ schemas: Record<string, object>, responses: Record<string, Answer>, parameters?: object }} components
 */

/**
 * Removes from the document everything that becomes no type: samples, examples, headers, refusals, and the second name of each
 * media type. The types are a third as long without them.
 * @param {OpenApi} document
 */
export function slimDocument(document) {
  const { paths, components } = document;
  return {
    openapi: '3.1.0',
    info: { title: 'Volume API', version: '0' },
    paths: mapOperations(paths, (operation) => ({
      operationId: operation.operationId,
      summary: operation.summary,
      parameters: operation.parameters.filter((each) => each.in === 'path' || each.in === 'query'),
      ...(operation.requestBody && {
        requestBody: { ...operation.requestBody, content: firstOf(operation.requestBody.content) },
      }),
      responses: mapValues(successOf(operation), ({ content }) => ({
        description: '',
        ...(content && { content: firstOf(content) }),
      })),
    })),
    components: { schemas: components.schemas },
  };
}

/** @param {Operation} operation */
export function successOf({ responses }) {
  return Object.fromEntries(Object.entries(responses).filter(([status]) => Number(status) < 400));
}

/**
 * The first media type is the versioned one.
 * @param {Record<string, unknown>} content
 */
function firstOf(content) {
  return Object.fromEntries(
    Object.entries(content)
      .slice(0, 1)
      .map(([name, described]) => [name, { schema: /** @type {{ schema?: unknown }} */ (described).schema }]),
  );
}

/**
 * @template T, U
 * @param {Record<string, T>} values
 * @param {(value: T) => U} change
 */
function mapValues(values, change) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/**
 * @param {OpenApi['paths']} paths
 * @param {(operation: Operation) => object} change
 */
function mapOperations(paths, change) {
  return mapValues(paths, (methods) => mapValues(methods, change));
}
