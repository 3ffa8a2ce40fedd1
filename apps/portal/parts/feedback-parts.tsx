import { ErrorCard } from '#design/feedback/error-card.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { Spinner } from '#design/feedback/spinner.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Money } from '#design/text/money.tsx';

export function FeedbackParts() {
  return (
    <div className="mt-14 grid grid-cols-[repeat(auto-fit,minmax(min(420px,100%),1fr))] gap-10">
      <ErrorCard
        subHeading="Something went wrong with the Volume Merchant Portal"
        traceId="32671492024036f8"
        onRetry={() => undefined}
        supportHref="mailto:support@example.com"
      />
      <Spinner sentence="Please wait. Fetching Payouts may take up to 10 seconds." />
      <div className="grid content-start gap-3">
        <Refusal message="Source does not have enough balance" traceId="32671492024036f8">
          Modulr refused. Nothing was refunded.
        </Refusal>
        <Notice tone="ok" title="Saved" />
        <Notice tone="info" title="This application has no virtual accounts" />
        <Notice tone="held" title="Unsaved changes">
          Leaving loses them.
        </Notice>
      </div>
      <div className="flex flex-wrap content-start items-baseline gap-3">
        <Tag tone="ok">Settled</Tag>
        <Tag tone="ok" hollow>
          Completed
        </Tag>
        <Tag tone="move">Pending</Tag>
        <Tag tone="held">Held</Tag>
        <Tag tone="bad">Failed</Tag>
        <Tag tone="calm">Expired</Tag>
        <Money minor={128493022} currency="GBP" size="l" />
        <Money minor={-40211890} currency="EUR" size="xl" />
        <Money minor={1250} currency="GBP" signed />
      </div>
    </div>
  );
}
