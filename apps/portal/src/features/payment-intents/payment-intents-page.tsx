import type { PaymentIntent } from '@volume/contract/payment-intents.ts';
import { type ReactNode, useMemo } from 'react';
import { ListPage } from '#lists/list-page.tsx';
import { useFound } from '#lists/use-found.ts';
import type { PaymentIntentSearch } from './payment-intent-filters.ts';
import { paymentIntentFile, paymentIntentList } from './payment-intent-list.tsx';
import { paymentIntentListQuery, type PaymentIntentQuery } from './payment-intent-list-query.ts';

interface PaymentIntentsPageProps {
  search: PaymentIntentSearch;
  query: PaymentIntentQuery;
  rowHref: (row: PaymentIntent) => string;
  /** Merges a change into the address. */
  onChange: (change: Partial<PaymentIntentSearch>) => void;
  /** The button that makes a link. */
  createLink: ReactNode;
}

/** The payment links of the last 12 months (§2, §9), live while they are open. */
export function PaymentIntentsPage({ query, rowHref, createLink, ...page }: PaymentIntentsPageProps) {
  const found = useFound(paymentIntentListQuery(query));
  const context = useMemo(() => ({ rowHref }), [rowHref]);
  return (
    <ListPage
      list={paymentIntentList}
      title="Pay by link"
      file={paymentIntentFile(query)}
      actions={createLink}
      {...{ found, context, query, rowHref }}
      {...page}
    />
  );
}
