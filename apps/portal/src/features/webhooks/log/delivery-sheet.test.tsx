import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { DeliverySheet } from './delivery-sheet.tsx';

const [merchantId, applicationId, id] = ['a', 'b', 'd'].map((end) => `018cc778-5000-7fb8-ab33-00000000000${end}`);

beforeEach(() => {
  putSettings({ isTestAutomation: true });
  localStorage.setItem(sessionKeys.token, 'the-token');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

async function bodyShown(requestBody: string, facts: object = {}): Promise<HTMLElement> {
  const delivery = {
    id,
    kind: 'PAYMENT',
    objectId: id,
    url: 'https://shop.example/hook',
    endpointId: null,
    eventType: null,
    replay: null,
    state: 'DELIVERED',
    createdAtUtc: '2026-11-21T09:00:00.000',
    nextAttemptAtUtc: null,
    requestBody,
    attempts: [],
    authorization: null,
    ...facts,
  };
  vi.stubGlobal('fetch', (target: string) =>
    Promise.resolve(Response.json(new URL(target).pathname.endsWith('/capabilities') ? [] : delivery)),
  );
  const scope = { merchantId: merchantId ?? '', applicationId: applicationId ?? '' };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeliverySheet scope={scope} deliveryId={id} hasAddress={() => true} onClose={() => undefined} />
    </QueryClientProvider>,
  );
  return screen.findByRole('region', { name: 'Body' });
}

test('a body with metadata is hidden in privacy mode', async () => {
  const body = await bodyShown('{"paymentMetadata":{"pet":"Rex"}}');
  expect(body.querySelector('[data-personal]')?.textContent).toContain('"pet": "Rex"');
});

test('a delivery of a replay says who started it, by name', async () => {
  await bodyShown('{}', {
    replay: { replayId: id, form: 'FIRST' },
    startedBy: 'maya@shop.example',
    startedByName: 'Maya Okafor',
  });
  const term = screen.getByText('Started by');
  expect(term.nextElementSibling?.textContent).toBe('Maya Okafor');
});

test('a delivery shows the webhook-id that the log of a server has', async () => {
  await bodyShown('{}', { webhookId: '018cc778-5000-7fb8-ab33-00000000000e' });
  expect(screen.getByText('webhook-id').nextElementSibling?.textContent).toBe('018cc778-5000-7fb8-ab33-00000000000e');
});

test('a delivery of no replay has no facts about one: “Sent –” would contradict its state', async () => {
  await bodyShown('{}');
  expect(screen.queryByText('Delivery')).not.toBeNull();
  for (const term of ['Replay', 'Sent', 'Started by']) expect(screen.queryByText(term)).toBeNull();
});

test.each([
  ['FIRST', 'Delivered'],
  ['BAD_SIGNATURE', 'Not refused'],
])('a delivered event of a replay in the form %s is marked as a replay and as: %s', async (form, label) => {
  await bodyShown('{}', { state: 'DELIVERED', replay: { replayId: id, form } as never });
  expect(screen.getByText(label).parentElement?.textContent).toBe(`${label}Replay`);
});

test.each(['{"paymentMetadata":null}', '{"refundId":"1"}'])('the body %s is not', async (text) => {
  const body = await bodyShown(text);
  expect(body.querySelector('[data-personal]')).toBeNull();
});
