import { PaymentListItem, Refund } from '@volume/contract/pay-ins/pay-ins.ts';
import { OutboundPayment } from '@volume/contract/payouts/payouts.ts';
import { webhookBodies } from '@volume/contract/webhooks/bodies.ts';
import { expect, test } from 'vitest';
import { wireSchema } from '#docs/json-schema.ts';
import { sections } from './names.ts';

const shapes = {
  Refunds: [wireSchema(Refund), wireSchema(webhookBodies.REFUND)],
  Payouts: [wireSchema(OutboundPayment), wireSchema(webhookBodies.PAYOUT)],
  Payments: [wireSchema(PaymentListItem), wireSchema(webhookBodies.PAYMENT)],
};

/** Whether a schema has the field of a name such as `payoutRequestDetails.amount` or `isExternal: true`. */
function has(schema: ReturnType<typeof wireSchema> | undefined, name: string): boolean {
  const [field = '', ...inside] = name.replace(/:.*/, '').split('.');
  const found = schema?.properties?.[field];
  return found !== undefined && (inside.length === 0 || has(found, inside.join('.')));
}

test('every name in the table is a field of its call or its event, and of no other', () => {
  const wrong = sections.flatMap(({ title, rows }) => {
    const [call, event] = shapes[title as keyof typeof shapes];
    return rows.filter(
      ([, inCall, inEvent]) => !has(call, inCall) || !has(event, inEvent) || has(event, inCall) || has(call, inEvent),
    );
  });
  expect(wrong).toEqual([]);
  expect(sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(10);
});
