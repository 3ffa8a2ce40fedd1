import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import { webhookKinds } from '@volume/contract/webhooks/labels.ts';
import { expect, test } from 'vitest';
import { takesApiKeys } from '#docs/takes-api-keys.ts';
import { openApi } from '#docs/open-api.ts';
import { answersByKey, exampleEvents } from './answers-by-key.ts';
import { exampleAnswer } from './example-answer.ts';

const all = Object.values<AnyEndpoint>(endpoints);
const answering = all.filter(({ response }) => response !== undefined);

test('the response of every example is accepted by the schema of its call', () => {
  const wrong = answering.filter((endpoint) => endpoint.response?.safeParse(exampleAnswer(endpoint)).success !== true);
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(answering.length).toBeGreaterThan(150);
});

test('exactly the calls by key have hand-written responses, and so do the events', () => {
  const byKey = answering.filter(({ access }) => takesApiKeys(access)).map(({ name }) => name);
  expect(Object.keys(answersByKey).toSorted()).toEqual(byKey.toSorted());
  for (const kind of webhookKinds) expect(webhookBodies[kind].parse(exampleEvents[kind])).toEqual(exampleEvents[kind]);
});

test('every body and every response in the document has an example', () => {
  const { paths } = openApi(all, 'https://portal.example.com/sandbox');
  const contents = Object.values(paths as Record<string, Record<string, Described>>)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
    .map((each) => each?.content?.['application/json'])
    .filter((each) => each !== undefined);
  expect(contents.length).toBeGreaterThan(answering.length);
  expect(contents.filter(({ examples }) => examples === undefined)).toEqual([]);
});

interface Content {
  content?: Record<string, { examples?: object } | undefined>;
}
interface Described {
  requestBody?: Content;
  responses: Record<string, Content>;
}
