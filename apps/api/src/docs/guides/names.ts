import { listPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { getPayout } from '@volume/contract/payouts/payouts.ts';
import { html } from 'hono/html';
import { call, type Guide, threeColumns } from './guide.ts';

/** The names of things in calls and in events, where the two differ. */
export const names: Guide = {
  name: 'names',
  title: 'Names in calls and events',
  body: (place) => html`
    <p>
      Some fields have another name in an event than in the response of a call, such as ${call(place, listPayIns)} and
      ${call(place, getPayout)}. Both mean the same. Fields that are not in these tables have one name.
    </p>
    ${sections.map(
      ({ title, rows }) =>
        html`<h2>${title}</h2>
          ${threeColumns(['What it is', 'In a call', 'In an event'], rows)}`,
    )}
    <h2>Times</h2>
    <p>
      Times in a call are UTC to the millisecond, without a zone: <code>2026-11-21T09:05:00.000</code>. In an event they
      are UTC to the microsecond, with <code>Z</code>: <code>2026-11-21T09:05:00.000000Z</code>. Events about payments
      have no time.
    </p>
  `,
};

type Row = readonly [string, string, string];

/** Names of calls are those of the list: a payment, a refund inside it, a payout. */
export const sections: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: 'Refunds',
    rows: [
      ['The amount', 'refundPaymentAmount', 'refundAmount'],
      ['Its currency', 'refundPaymentCurrency', 'refundCurrency'],
      ['The reference', 'refundPaymentReference', 'refundReference'],
      ['When it last changed', 'updatedAtUtc', 'eventTimeUtc'],
    ],
  },
  {
    title: 'Payouts',
    rows: [
      ['The id', 'payoutPaymentId', 'payoutId'],
      ['The status', 'status', 'payoutStatus'],
      ['More about the status', 'statusDescription', 'payoutStatusDescription'],
      ['The amount', 'payoutRequestDetails.amount', 'payoutAmount'],
      ['Its currency', 'payoutRequestDetails.currency', 'payoutCurrency'],
      ['The reference', 'payoutRequestDetails.reference', 'payoutReference'],
      ['The recipient', 'payoutRequestDetails.destination', 'destination'],
      ['When it last changed', 'updatedAtUtc', 'eventTimeUtc'],
    ],
  },
  {
    title: 'Payments',
    rows: [['Money that came by plain bank transfer', 'paymentType: EXTERNAL', 'isExternal: true']],
  },
];
