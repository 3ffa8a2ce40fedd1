import { render } from '@testing-library/react';
import { PaymentListItem, paymentStatuses, paymentTypes, riskCategories } from '@volume/contract/pay-ins.ts';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { DataTable } from '#design/table/data-table.tsx';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import { bareWirePayIn, hostileTexts, wirePayIn, type WirePayIn } from '#features/pay-ins/testing/sample-pay-in.ts';
import { drawColumns } from '#lists/list.ts';
import { drawRow } from './draw-row.ts';

const now = new Date('2026-11-21T10:00:00Z');

/**
 * React's row and the first look's, as markup, without what screen readers are told: the first look is hidden from them.
 * An icon's frame is the build's (vite/leave-out.ts).
 */
function bothRows(wire: WirePayIn, zone: string): [react: string, first: string] {
  const columns = drawColumns(
    payInList.columns,
    { zone, zoneName: 'UTC', now: now.getTime() },
    { rowHref: ({ paymentId }) => `/payments/${paymentId}` },
  );
  const rows = [z.decode(PaymentListItem, wire)];
  const { container, unmount } = render(
    <DataTable
      caption="Pay-ins"
      columns={columns}
      rows={rows}
      rowKey={() => 'row'}
      rowHref={({ paymentId }) => `/payments/${paymentId}`}
    />,
  );
  const react = plain(container.querySelector('tbody tr'));
  unmount();
  return [react, plain(drawRow(wire as unknown as PaymentListItem, { zone, now }))];
}

function plain(row: Element | null): string {
  if (!row) throw new Error('No row was drawn.');
  for (const element of [row, ...row.querySelectorAll('*')])
    for (const name of element.getAttributeNames())
      if (/^(aria-(?!expanded)|tabindex)/.test(name) || element.tagName === 'svg') element.removeAttribute(name);
  row.normalize();
  return row.outerHTML.replaceAll(
    / (\S+)="([^"]*)"/g,
    (_, name: string, value: string) => ` ${name}="${value.trim()}"`,
  );
}

const tags = [[], ['HELD'], ['REFUNDING', 'RETURNED'], ['constructor', 'SOME_NEW_TAG']];
const samples: WirePayIn[] = [
  ...paymentStatuses.map((paymentStatus) => wirePayIn({ paymentStatus })),
  ...paymentTypes.map((paymentType) => wirePayIn({ paymentType })),
  ...riskCategories.map((riskCategory) => wirePayIn({ riskCategory })),
  ...tags.map((statusTags) => wirePayIn({ statusTags })),
  ...hostileTexts.map((text) =>
    wirePayIn({
      merchantPaymentId: text,
      paymentRequest: { amount: 1, currency: 'GBP', reference: text },
      payer: null,
      merchantProvidedPayerDetailsNames: text,
    }),
  ),
  ...[0, -0, 0.1, -12.5, 1_234_567.89, Number('9007199254740993.27')].map((amount) =>
    wirePayIn({ paymentRequest: { amount, currency: 'EUR', reference: ' ' } }),
  ),
  ...['2025-12-31T23:59:59.999', '2026-07-01T00:30:00.000', '2026-11-20T09:05:00Z'].map((createdAt) =>
    wirePayIn({ createdAt }),
  ),
  wirePayIn({ merchantPaymentId: null }),
  bareWirePayIn(),
];

test.each(['UTC', 'Europe/London', 'Asia/Kathmandu'])('each row is drawn as React draws it, in %s', (zone) => {
  for (const sample of samples) {
    const [react, first] = bothRows(sample, zone);
    expect(first).toBe(react);
  }
});
