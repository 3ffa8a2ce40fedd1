import { describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  describeError,
  InvalidProviderError,
  KnownGenericError,
  ProviderApiError,
  statusOf,
  toCallError,
} from './errors.ts';
import { createQueryClient } from './query-client.ts';
import { isWorthRetrying, retryDelay, withRetries } from '#platform/calls/retries.ts';

const answer = (status: number, body: unknown) =>
  toCallError({
    status,
    statusText: 'Bad',
    endpoint: 'payments',
    method: 'GET',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const payload = {
  statusCode: 422,
  statusName: 'UNPROCESSABLE',
  errorMessage: 'Source does not have enough balance',
  source: 'MODULR',
};

describe('error of a failed request (§8)', () => {
  test("has the fields of the provider's payload, with errorMessage as its message", () => {
    const error = answer(500, { ...payload, traceId: '32671492024036f8', more: 1 });
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(error).toMatchObject({
      ...payload,
      message: payload.errorMessage,
      traceId: '32671492024036f8',
      status: 500,
    });
  });
  test.each([
    [
      { field: 'amount', isRepeatable: true },
      { field: 'amount', isRepeatable: true },
    ],
    [{}, { field: undefined, isRepeatable: undefined }],
    [
      { field: 7, isRepeatable: 'yes' },
      { field: undefined, isRepeatable: undefined },
    ],
  ])('keeps the hints %j of our API, and stays valid whatever they are', (given, kept) => {
    const error = answer(400, { ...payload, ...given });
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(error).toMatchObject(kept);
  });
  test.each([
    ['a status code in text', { ...payload, statusCode: '422' }],
    ['no source', { ...payload, source: undefined }],
    ['a message that is not a string', { ...payload, errorMessage: null }],
    ['a trace id that is not a string', { ...payload, traceId: 7 }],
  ])('with %s is an invalid volume api error', (_, body) => {
    const error = answer(400, body);
    expect(error).toBeInstanceOf(InvalidProviderError);
    expect(error.message).toBe('Invalid volume api error');
  });
  test.each(['', '<html>Bad gateway</html>', '[]', '"text"', 'null', '{"other":1}', '{"statusCode":'])(
    "is 'Failed to fetch data' for the body %j",
    (body) => {
      const error = answer(502, body);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({
        message: 'Failed to fetch data',
        status: 502,
        endpoint: 'payments',
        method: 'GET',
        body,
      });
    },
  );
});

const standard = 'Something went wrong with the Volume Merchant Portal';
describe('text of the error card (§2)', () => {
  test.each([
    [
      'a provider’s own message',
      new ProviderApiError({ ...payload, traceId: 'abc' }),
      { subHeading: payload.errorMessage, traceId: 'abc' },
    ],
    [
      'a known error’s message',
      new KnownGenericError('Invalid application configuration'),
      { subHeading: 'Invalid application configuration' },
    ],
    ['the default text for another failed request', answer(500, ''), { subHeading: standard }],
    ['the default text for a plain error', new Error('Failed to fetch merchants'), { subHeading: standard }],
    ['the default text for anything else', undefined, { subHeading: standard }],
  ])('is %s', (_, error, words) => {
    expect(describeError(error)).toEqual(words);
  });
});

describe('retries (§9; contract §9)', () => {
  const network = new ApiError(
    { status: 500, statusText: 'Internal Error', endpoint: 'e', method: 'GET', body: '' },
    true,
  );
  test.each([
    [network, true],
    [answer(429, ''), true],
    [answer(500, payload), true],
    [answer(503, ''), true],
    [answer(404, payload), false],
    [answer(401, ''), false],
    [answer(422, payload), false],
    [new Error('Failed to fetch payments'), false],
  ])('retries %s: %s', (error, isTried) => {
    expect(isWorthRetrying(error)).toBe(isTried);
  });
  test('are three, after 1, 2 and 4 seconds, never later than 30', () => {
    const retry = createQueryClient().getDefaultOptions().queries?.retry as (
      failures: number,
      error: unknown,
    ) => boolean;
    expect([0, 1, 2, 3].map((failures) => retry(failures, network))).toEqual([true, true, true, false]);
    expect([0, 1, 2, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  });
  test('apply before sign-in too, until aborted', async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    let tries = 0;
    const ask = (healsWith: number) => () => {
      tries += 1;
      return tries < healsWith ? Promise.reject(network) : Promise.resolve('sound');
    };
    const outcome = async (healsWith: number): Promise<unknown> => {
      tries = 0;
      const given = withRetries(ask(healsWith), controller.signal).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(8_000);
      return given;
    };
    expect([await outcome(4), tries]).toEqual(['sound', 4]);
    expect([await outcome(5), tries]).toEqual([network, 4]);
    controller.abort();
    expect([await outcome(2), tries]).toEqual([network, 1]);
    vi.useRealTimers();
  });
  test('never apply to writes, and unused queries are dropped after five minutes', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(mutations?.retry).toBe(false);
    expect(queries?.gcTime).toBe(300_000);
  });
});

test('only a response has a status', () => {
  expect(statusOf(answer(404, ''))).toBe(404);
  expect(statusOf(answer(400, { statusCode: 'x' }))).toBe(400);
  expect(statusOf(new Error('x'))).toBeUndefined();
});
