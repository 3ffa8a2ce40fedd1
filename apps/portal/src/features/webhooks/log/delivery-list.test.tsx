import { cleanup, render, screen } from '@testing-library/react';
import type { WebhookDelivery } from '@volume/contract/webhooks/webhooks.ts';
import { afterEach, expect, test } from 'vitest';
import { DataTable } from '#design/table/data-table.tsx';
import { buildColumns } from '#lists/list.ts';
import { AttemptList } from './attempt-list.tsx';
import { deliveryList } from './delivery-list.tsx';

afterEach(cleanup);

const delivery = (change: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 'delivery-1',
  kind: 'PAYMENT',
  objectId: '018cc778-5000-7fb8-ab33-93f5e60e9f86',
  url: 'https://shop.example/hook',
  endpointId: null,
  eventType: null,
  replay: null,
  state: 'DELIVERED',
  createdAtUtc: '2026-11-21T09:00:00.000',
  nextAttemptAtUtc: null,
  requestBody: '{}',
  attempts: [],
  ...change,
});
const time = { zone: 'UTC', zoneName: 'UTC', now: Date.parse('2026-11-21T09:05:00Z') };

test.each<[Partial<WebhookDelivery>, string]>([
  [{ requestBody: '{"paymentStatus":"COMPLETED"}' }, 'Payment completed'],
  [{ requestBody: '{"paymentStatus":"SETTLED"}' }, 'Payment settled'],
  [{ requestBody: '{"paymentStatus":"FAILED"}' }, 'Payment failed'],
  [{ kind: 'REFUND', requestBody: '{"refundStatus":"IN_PROGRESS"}' }, 'Refund in progress'],
  [{ kind: 'PAYOUT', requestBody: '{"payoutStatus":"PROCESSED"}' }, 'Payout processed'],
  [{ requestBody: '{"refundStatus":"FAILED"}' }, 'Payment'],
  [{ eventType: 'refund.held', replay: { replayId: 'r', form: 'AGAIN' } }, 'Refund held, replay'],
  [{ requestBody: '{"paymentStatus":"COMPLETED"}', isTest: true }, 'Payment completed, test'],
  [{ requestBody: 'null' }, 'Payment'],
  [{ requestBody: 'not JSON' }, 'Payment'],
])('shows a delivery of %j with its event and, on a card without that column, its object: %s', (change, words) => {
  const row = delivery(change);
  render(
    <DataTable
      caption="Webhook deliveries"
      columns={buildColumns(deliveryList.columns, { time, context: {} })}
      rows={[row]}
      rowKey={deliveryList.rowKey}
    />,
  );
  expect(screen.getByRole('cell', { name: `${words} 018cc778-5000` }).dataset['card']).toBe('who');
  expect(deliveryList.rowLabel?.(row)).toBe(`Delivered, ${words} ${row.objectId}`);
});

test('the time of an attempt that took less than a millisecond does not read as missing', () => {
  const attempt = { attempt: 1, atUtc: '2026-11-21T09:00:00.000', httpStatus: 200, error: null, responseBody: 'ok' };
  render(<AttemptList zone="UTC" isEndpoint={false} attempts={[{ ...attempt, durationMs: 0 }]} />);
  expect(screen.queryByText('Attempt 1, under 1 ms')).not.toBeNull();
});
