import { lineLabel } from '@volume/contract/balances/balances.ts';
import type { FigureLeg } from '@volume/contract/explain/explain.ts';
import { sayExact } from '@volume/contract/money/money.ts';
import type { Column } from '#design/table/column.ts';
import { dash, idCell, nameCell, timeCell } from '#design/table/cells.tsx';
import { titleCase } from '#design/text/format-text.ts';
import { Money } from '#design/text/money.tsx';
import { TextLink } from '#design/text/text-link.tsx';
import { adminPaymentHref, exchangeHref, payInHref, payoutsHref } from '#platform/hrefs.ts';

interface Time {
  zone: string;
  now: number;
}

/** The columns of the rows or ledger legs of a part. */
export const legColumns = ({ isForAll, ...time }: Time & { isForAll: boolean }): Column<FigureLeg>[] => [
  { id: 'what', header: 'What', card: 'who', width: 150, cell: (leg) => whatCell(leg, isForAll) },
  { id: 'at', header: 'Time', width: 152, soft: true, card: 'when', cell: ({ atUtc }) => timeCell(atUtc, time) },
  { id: 'party', header: 'From or to', cell: ({ counterparty }) => nameCell(counterparty) },
  {
    id: 'reference',
    header: 'Reference',
    width: 190,
    mono: true,
    soft: true,
    cell: ({ reference }) => idCell(reference),
  },
  {
    id: 'status',
    header: 'Status',
    width: 130,
    soft: true,
    card: 'state',
    cell: ({ status }) => (status === null ? dash : titleCase(status)),
  },
  { id: 'amount', header: 'Amount', width: 150, align: 'end', strong: true, card: 'sum', cell: amountCell },
];

function whatCell(leg: FigureLeg, isForAll: boolean) {
  const { kind, amount } = leg;
  const label = kind === null ? 'Webhook' : lineLabel({ ...leg, kind, amount: amount ?? 0 });
  const href = hrefOf(leg, isForAll);
  return href === undefined ? label : <TextLink href={href}>{label}</TextLink>;
}

function hrefOf({ paymentId, payoutPaymentId, exchangeId, currency }: FigureLeg, isForAll: boolean) {
  if (paymentId !== null) return isForAll ? adminPaymentHref(paymentId) : payInHref(paymentId);
  if (isForAll) return undefined;
  if (payoutPaymentId !== null) return payoutsHref({ payout: payoutPaymentId, currency: currency ?? undefined });
  return exchangeId === null ? undefined : exchangeHref();
}

function amountCell({ amount, currency, exact }: FigureLeg) {
  if (exact !== null && currency !== null) return sayExact(exact, currency);
  return amount === null || currency === null ? dash : <Money minor={amount} currency={currency} signed />;
}
