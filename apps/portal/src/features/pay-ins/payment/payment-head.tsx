import type { PaymentDetails, PaymentListItem } from '@volume/contract/pay-ins/pay-ins.ts';
import { receiptStatuses } from '@volume/contract/pay-ins/receipts.ts';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { Icon } from '#design/icon.tsx';
import { Hero } from '#design/layout/hero.tsx';
import { formatDateTime, formatRelative } from '#design/text/format-date.ts';
import { Money } from '#design/text/money.tsx';
import { payerName, payInLabels, riskTags } from '#features/pay-ins/pay-in-labels.ts';
import { useAttention } from '#features/pay-ins/notes/notes-query.ts';
import { ReviewStrip } from '#features/pay-ins/notes/review-strip.tsx';
import { RefundButton } from '#features/pay-ins/refund.tsx';
import { PayInTags } from '#features/pay-ins/status-tag.tsx';
import { PaidMerchant, type PaidMerchantProps } from './paid-merchant.tsx';
import { PaymentJson } from './payment-facts.tsx';

interface HeadProps extends PaidMerchantProps {
  row: PaymentListItem;
  details: PaymentDetails | undefined;
  receiptHref: string;
  zone: string;
  now: number;
}

export function PaymentHead(head: HeadProps) {
  const attention = useAttention(head.row, head.now);
  return (
    <>
      <Amount {...head} />
      <ReviewStrip key={head.row.paymentId} row={head.row} zone={head.zone} {...attention} />
    </>
  );
}

function Amount({ row, details, merchant, onNamesAgain, receiptHref, zone, now }: HeadProps) {
  const { amount, currency } = row.paymentRequest;
  return (
    <Hero
      tags={<PayInTags labels={[...payInLabels(row), ...riskTags(row)]} />}
      detail={
        <>
          <PaidMerchant {...{ merchant, onNamesAgain }} /> from <bdi>{payerName(row) ?? 'an unnamed payer'}</bdi> ·{' '}
          <time dateTime={`${row.createdAt}Z`}>{formatDateTime(row.createdAt, zone, 'full')}</time>
          <span className="phone:hidden print:hidden"> · {formatRelative(row.createdAt, new Date(now))}</span>
        </>
      }
      actions={
        <>
          <CopyButton text={row.paymentId}>Copy id</CopyButton>
          <PaymentJson row={row} details={details} />
          {receiptStatuses.includes(row.paymentStatus) && (
            <Button icon={<Icon of={FileText} />} href={receiptHref}>
              Receipt
            </Button>
          )}
          <RefundButton row={row} />
        </>
      }
    >
      <h1 className="m-0 font-regular">
        <span className="sr-only">Payment of </span>
        <Money minor={amount} currency={currency} size="hero" />
      </h1>
    </Hero>
  );
}
