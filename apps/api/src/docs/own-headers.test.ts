import { docsOf } from '@volume/contract/docs.ts';
import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { wireSchema } from './json-schema.ts';

/** Writes of a whole value; those without a body withdraw a planned value. A new user, bank or view has no version to compare. */
const added: readonly string[] = ['createAccount', 'addBank', 'shareView', 'createWebhookEndpoint'];
/** Each of them sets one value, so it needs no version. */
const facts: readonly string[] = ['pauseWebhookEndpoint', 'confirmWebhookEndpoint'];
/** Each of them withdraws only the planned change that was read, and needs no body. */
const withdrawals = ['withdrawFeeChange', 'withdrawMerchantLimits'];
const isSettingsWrite = ({ method, body, name }: AnyEndpoint): boolean =>
  method !== 'GET' && (body !== undefined || withdrawals.includes(name)) && ![...added, ...facts].includes(name);
const hasVersion = ({ response }: AnyEndpoint): boolean =>
  response !== undefined && /"\w*version":/i.test(JSON.stringify(wireSchema(response)));

test('the reference has If-Match for every settings write whose response has a version', () => {
  const all: AnyEndpoint[] = Object.values(endpoints);
  const names = (of: (endpoint: AnyEndpoint) => boolean) => all.filter(of).map(({ name }) => name);
  expect(names(({ comparesVersions }) => comparesVersions === true)).toEqual(
    names((each) => isSettingsWrite(each) && hasVersion(each)),
  );
});

test('the reference says when a step-up is sometimes needed, and where to find each version to send', () => {
  const all: AnyEndpoint[] = Object.values(endpoints);
  const names = (of: (endpoint: AnyEndpoint) => unknown) => all.filter(of).map(({ name }) => name);
  expect(names((each) => docsOf(each).stepUpFor)).toEqual(names(({ stepUp }) => stepUp === 'sometimes'));
  expect(names((each) => docsOf(each).versionIs)).toEqual(names(({ comparesVersions }) => comparesVersions));
});
