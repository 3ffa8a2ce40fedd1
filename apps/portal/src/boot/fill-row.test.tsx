import { render } from '@testing-library/react';
import { PaymentListItem, paymentStatuses, paymentTypes, riskCategories } from '@volume/contract/pay-ins/pay-ins.ts';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { DataTable } from '#design/table/data-table.tsx';
import { payInSearch } from '#features/pay-ins/pay-in-filters.ts';
import { payInList } from '#features/pay-ins/pay-in-list.tsx';
import {
  bareWirePayIn,
  hostileTexts,
  payInId,
  wirePayIn,
  type WirePayIn,
} from '#features/pay-ins/testing/sample-pay-in.ts';
import { buildColumns } from '#lists/list.ts';
import { payInHref } from '#platform/hrefs.ts';
import { parseSearch } from '#platform/search-text.ts';
import type { Session } from '#platform/session/session.ts';
import { readChoice } from '#lists/views/arrangement.ts';
import { captureRow, sampleRows } from './capture-row.ts';
import { columnPlaces, placeColumns } from './column-places.ts';
import { fillRow } from './fill-row.ts';

const now = new Date('2026-11-21T10:00:00Z');
const applicationId = '018cc778-5000-7fb8-ab33-93f5e60e9f84';
const rowHref = ({ paymentId }: { paymentId: string }) => payInHref(paymentId, { applicationId });

const columns = (zone: string, list = payInList.columns, choice = readChoice(undefined, null)) =>
  buildColumns(list, { time: { zone, zoneName: 'UTC', now: now.getTime() }, context: { rowHref }, choice });

/** The list's rows, as React renders them. */
function drawnRows(
  wire: readonly WirePayIn[],
  zone: string,
  list = payInList.columns,
  choice = readChoice(undefined, null),
): Element[] {
  const rows = wire.map((each) => z.decode(PaymentListItem, each));
  const { container, unmount } = render(
    <DataTable
      caption="Pay-ins"
      columns={columns(zone, list, choice)}
      rows={rows}
      rowKey={(row) => row.paymentId}
      rowHref={rowHref}
    />,
  );
  const drawn = [...container.querySelectorAll('tbody tr')];
  unmount();
  return drawn;
}

/** As markup, without what only screen readers use, because captured rows are hidden from them. */
function plain(row: Element): string {
  for (const element of [row, ...row.querySelectorAll('*')])
    for (const name of element.getAttributeNames())
      if (/^(aria-(?!expanded)|tabindex|id)/.test(name)) element.removeAttribute(name);
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
].map((sample, at) => ({ ...sample, paymentId: payInId(at) }));

test.each(['UTC', 'Europe/London', 'Asia/Kathmandu'])('fills each row as React renders it, in %s', (zone) => {
  const captured = captureRow(drawnRows(sampleRows, 'UTC'), { zone: 'UTC', now, applicationId });
  for (const [at, drawn] of drawnRows(samples, zone).entries()) {
    for (const [place, cell] of [...captured[0]!.children].entries())
      if (!cell.hasChildNodes()) drawn.children[place]?.replaceChildren();
    const filled = fillRow(captured, samples[at] as unknown as PaymentListItem, { zone, now, applicationId });
    expect(plain(filled)).toBe(plain(drawn));
  }
});

test('leaves a column empty that it cannot fill, and fills the others', () => {
  const soft = { id: 'trace', header: 'Trace', cell: (row: PaymentListItem) => <b>{row.tracingId}</b> };
  const list = [...payInList.columns.slice(0, 4), soft, ...payInList.columns.slice(4)];
  const captured = captureRow(drawnRows(sampleRows, 'UTC', list), { zone: 'UTC', now, applicationId });
  const row = fillRow(captured, samples[0] as unknown as PaymentListItem, { zone: 'UTC', now, applicationId });
  const texts = [...row.children].map((cell) => cell.textContent);
  const drawn = drawnRows(samples.slice(0, 1), 'UTC').map((each) => [...each.children].map((cell) => cell.textContent));
  expect(texts.toSpliced(texts.indexOf(''), 1)).toEqual(drawn[0]);
});

const session = { kind: 'merchant', claims: { userAccountId: 'u' }, merchantId: 'm' } as unknown as Session;

test.each([
  ['own columns', '', 'reference,order;risk,amount,payer,reference,order,type,created'],
  ['the columns of a view', '?columns=status.created.amount.risk', 'payer'],
  ['unknown columns', '?columns=constructor.payer.merchant', null],
])('shows the columns of the user in their order: %s', (_, address, own) => {
  window.history.replaceState(null, '', `/payments/payin${address}`);
  if (own !== null) localStorage.setItem('v_pay_in_columns_v1.u.m', own);
  const body = document.createElement('tbody');
  const captured = captureRow(drawnRows(sampleRows, 'UTC'), { zone: 'UTC', now, applicationId });
  const context = { zone: 'UTC', now, applicationId };
  body.append(...samples.map((sample) => fillRow(captured, sample as unknown as PaymentListItem, context)));
  const { columns: view } = payInSearch.read(parseSearch(window.location.search));
  placeColumns(body, columnPlaces({ session }, view));
  const choice = readChoice(view, own);
  const drawn = drawnRows(samples, 'UTC', payInList.columns, choice);
  expect([...body.children].map(plain)).toEqual(drawn.map(plain));
  localStorage.clear();
});
