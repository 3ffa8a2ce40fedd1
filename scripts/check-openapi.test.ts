import { expect, test } from 'vitest';
import { lint } from './check-openapi.ts';

const document = (changes: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1', license: { name: 'None', identifier: 'LicenseRef-None' } },
    servers: [{ url: 'https://shop.test' }],
    security: [],
    paths: {
      '/orders': {
        get: {
          operationId: 'listOrders',
          summary: 'Orders',
          responses: {
            200: {
              description: 'Done.',
              content: { 'application/json': { schema: { type: 'integer' }, example: 3, ...changes } },
            },
            400: { description: 'Refused.' },
          },
        },
      },
    },
  });

test('accepts a valid document, and names an example that its schema refuses', async () => {
  expect(await lint('shop.json', document({}))).toEqual([]);
  const faults = await lint('shop.json', document({ example: 'three' }));
  expect(faults).toEqual([expect.stringContaining('shop.json#/paths/~1orders/get/responses/200')]);
});
