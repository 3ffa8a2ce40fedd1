import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { errorCodes } from '@volume/contract/error-codes.ts';
import { expect, test } from 'vitest';
import { codesOf } from './answers.ts';

/** Refusals before a call is found, and those that say no more than their status. */
const general = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'GONE',
  'MISDIRECTED_REQUEST',
  'UNPROCESSABLE_ENTITY',
  'REQUEST_HEADER_FIELDS_TOO_LARGE',
  'CLIENT_CLOSED_REQUEST',
  'INTERNAL_SERVER_ERROR',
  'GATEWAY_TIMEOUT',
];

test('every remaining code is declared by a call', () => {
  const declared = new Set<string>(Object.values<AnyEndpoint>(endpoints).flatMap(codesOf));
  expect(Object.keys(errorCodes).filter((code) => !declared.has(code))).toEqual(general);
});
