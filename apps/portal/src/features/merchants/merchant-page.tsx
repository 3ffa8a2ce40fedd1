import { useQuery } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { ErrorCard } from '#design/feedback/error-card.tsx';
import { Spinner } from '#design/feedback/spinner.tsx';
import { Columns } from '#design/layout/columns.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { IdText } from '#design/text/id-text.tsx';
import { errorWords } from '#platform/errors.ts';
import { adminMerchantsHref, adminPaymentsHref } from '#platform/hrefs.ts';
import { supportHref } from '#platform/settings.ts';
import { adminMerchantQuery, MerchantUnauthorized } from './admin-merchant-query.ts';
import { ApplicationPart } from './application-part.tsx';
import { currenciesOf, feeWord } from './merchant-words.ts';
import { useSessionEnd } from './use-session-end.ts';

interface MerchantPageProps {
  merchantId: string;
  onOpen: (merchant: Merchant) => void;
}

const crumb = { label: 'Merchants', href: adminMerchantsHref() };
/** More than these are folded, so that the page stays one page. */
const fewApplications = 3;

/** One merchant as administrators see it: its facts, its applications, their accounts. */
export function MerchantPage({ merchantId, onOpen }: MerchantPageProps) {
  const { data: merchant, error, isFetching, refetch } = useQuery(adminMerchantQuery(merchantId));
  const isOver = error instanceof MerchantUnauthorized;
  useSessionEnd(isOver, 'There was an error fetching merchant details, please sign in again.');
  if (isOver) return null;
  if (merchant) return <Standing merchant={merchant} onOpen={onOpen} />;
  const { subHeading, traceId } = errorWords(error);
  return (
    <>
      <PageHeader title="Merchant" breadcrumbs={[crumb, { label: <IdText short={8}>{merchantId}</IdText> }]} />
      {error ? (
        <ErrorCard
          {...{ subHeading, traceId }}
          supportHref={supportHref(traceId)}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <Spinner label="Loading the merchant" />
      )}
    </>
  );
}

function Standing({ merchant, onOpen }: { merchant: Merchant; onOpen: (merchant: Merchant) => void }) {
  const { companyName, merchantId, applications } = merchant;
  return (
    <>
      <PageHeader
        title={<bdi>{companyName}</bdi>}
        breadcrumbs={[crumb, { label: <IdText short={8}>{merchantId}</IdText> }]}
        actions={
          <>
            <Button href={adminPaymentsHref({ merchantId })}>Payments</Button>
            <Button variant="primary" onClick={() => onOpen(merchant)}>
              Open merchant
            </Button>
          </>
        }
      />
      <Columns aside={<Facts merchant={merchant} />}>
        <Section title="Applications" aside={formatCount(applications.length)}>
          {applications.length === 0 && (
            <EmptyState title="No applications" detail="Without one, this merchant cannot take payments." />
          )}
          {applications.map((application) => (
            <ApplicationPart
              key={application.applicationId}
              application={application}
              isOpen={applications.length <= fewApplications}
            />
          ))}
        </Section>
      </Columns>
    </>
  );
}

function Facts({ merchant }: { merchant: Merchant }) {
  const { companyName, email, merchantId, paymentFlatFeeInPercentage } = merchant;
  return (
    <Section title="Merchant">
      <DescriptionList
        items={[
          { term: 'Company', detail: <bdi>{companyName}</bdi> },
          { term: 'E-mail', detail: email && <bdi>{email}</bdi> },
          { term: 'Fee per pay-in', detail: feeWord(paymentFlatFeeInPercentage) },
          { term: 'Currencies', detail: currenciesOf(merchant) },
          { term: 'Id', mono: true, detail: <IdText>{merchantId}</IdText> },
        ]}
      />
      <div className="mt-3">
        <CopyButton text={merchantId} size="s">
          Copy id
        </CopyButton>
      </div>
    </Section>
  );
}
