import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { Button } from '#design/controls/button.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { Columns, Section } from '#design/layout/section.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { copied } from '#design/layout/copied.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { statusOf } from '#platform/errors.ts';
import { adminPaymentsHref } from '#platform/hrefs.ts';
import { PartError } from '#lists/part-error.tsx';
import { FeeSection } from '#features/merchants/fee/fee-section.tsx';
import { HealthSection } from '#features/merchants/health/health-section.tsx';
import { RequestsBanner, SettingsButton } from '#features/merchants/settings/settings-link.tsx';
import { DisabledBanner, StoppingButton } from '#features/merchants/stopping/stopping-actions.tsx';
import { ApplicationList } from './application-list.tsx';
import { currenciesOf, formatFee } from '#features/merchants/merchant-labels.ts';
import type { MerchantSearch } from '#features/merchants/merchant-filters.ts';
import { merchantViewQuery } from './merchant-view-query.ts';
import type { ListChange } from '#lists/list.ts';
import type { User } from '@volume/contract/merchants/account.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { EmailText } from '#design/text/email-text.tsx';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { PersonName } from '#design/text/person-name.tsx';
import { usersQuery } from '#platform/queries/users-query.ts';
import { useNow, useZone } from '#platform/preferences.ts';

interface MerchantPageProps {
  merchantId: string;
  listHref: string;
  search: MerchantSearch;
  onChange: ListChange<MerchantSearch>;
  onOpen: (merchant: Merchant) => void;
}

/** One merchant for administrators: settings, applications and their payee accounts (§2, §3). */
export function MerchantPage({ merchantId, listHref, search, onChange, onOpen }: MerchantPageProps) {
  const queryClient = useQueryClient();
  const { data: merchant, error, isFetching, refetch } = useQuery(merchantViewQuery(queryClient, merchantId));
  // The response has already ended the session and redirected to sign-in.
  const isRefused = [401, 403].includes(statusOf(error?.cause) ?? 0);
  return (
    <>
      <PageHeader
        breadcrumbs={[
          { label: 'Merchants', href: listHref },
          { label: merchant ? <Name of={merchant} /> : merchantId },
        ]}
        title={merchant ? <Name of={merchant} /> : 'Merchant'}
        actions={
          merchant && (
            <>
              <StoppingButton merchant={merchant} />
              <SettingsButton merchantId={merchantId} />
              <Button href={adminPaymentsHref({ merchantId })}>Payments</Button>
              <Button variant="primary" onClick={() => onOpen(merchant)}>
                Open
              </Button>
            </>
          )
        }
      />
      <DisabledBanner merchantId={merchantId} />
      <RequestsBanner merchantId={merchantId} />
      {error && !isRefused ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Columns aside={<Facts merchant={merchant} />}>
          {merchant ? (
            <>
              <ApplicationList applications={merchant.applications} search={search} onChange={onChange} />
              <FeeSection merchantId={merchantId} />
              <UsersSection merchantId={merchantId} />
            </>
          ) : (
            <Section title="Applications">
              <SkeletonLines count={6} />
            </Section>
          )}
        </Columns>
      )}
    </>
  );
}

const Name = ({ of: { companyName, merchantId } }: { of: Merchant }) => (
  <bdi>{companyName.trim() === '' ? merchantId : companyName}</bdi>
);

function Facts({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <>
      <MerchantFacts merchant={merchant} />
      {merchant && <HealthSection merchant={merchant} />}
    </>
  );
}

function MerchantFacts({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <Section title="Merchant">
      {merchant ? (
        <DescriptionList
          items={[
            { term: 'Company', detail: <bdi>{merchant.companyName}</bdi> },
            copied('Merchant id', merchant.merchantId),
            { term: 'Email', detail: merchant.email && <EmailText>{merchant.email}</EmailText> },
            { term: 'Fee', detail: formatFee(merchant.paymentFlatFeeInPercentage) },
            { term: 'Currencies', detail: currenciesOf(merchant.applications) },
          ]}
        />
      ) : (
        <SkeletonLines count={5} />
      )}
    </Section>
  );
}

/** The merchant's users, read-only; they are changed in the merchant's own settings. */
function UsersSection({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(usersQuery(merchantId));
  const zone = useZone();
  const now = useNow();
  return (
    <Section title="People" aside={data && formatCount(data.length)}>
      {error && !data ? (
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          caption="Users of this merchant"
          columns={columns({ zone, now })}
          rows={data}
          rowKey={({ userId, email }) => userId || email}
          skeletonRows={3}
          empty={<EmptyState title="No users yet" detail="Users appear here as soon as they are invited." />}
        />
      )}
    </Section>
  );
}

const columns = ({ zone, now }: { zone: string; now: number }): Column<User>[] => [
  {
    id: 'who',
    header: 'Name',
    card: 'who',
    cell: ({ name, email }) => (
      <span className="block min-w-0 py-1">
        <span className="font-medium">
          <PersonName>{name ?? email}</PersonName>
        </span>
        {name !== null && (
          <span className="block truncate text-label text-ink-3" title={email}>
            <bdi>{email}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'roles',
    header: 'Roles',
    width: 132,
    soft: true,
    card: 'when',
    cell: ({ roles }) => <PersonName>{roles.map(roleLabel).join(', ')}</PersonName>,
  },
  { id: 'state', header: 'State', width: 116, card: 'state', cell: (person) => <State person={person} /> },
  {
    id: 'last',
    header: `Last sign-in, ${zoneName(zone)}`,
    width: 160,
    soft: true,
    cell: ({ lastSignInAtUtc: utc, createdAtUtc }) =>
      utc === null ? (
        <span className="text-ink-3">{createdAtUtc === null ? '–' : 'Never'}</span>
      ) : (
        <DateTime utc={utc} zone={zone} now={new Date(now)} />
      ),
  },
];

/** `MERCHANT_ADMIN` becomes Admin, because the merchant is obvious here. */
const roleLabel = (role: string): string => titleCase(role.replace(/^MERCHANT_/, ''));

function State({ person: { enabled, invitation } }: { person: User }) {
  if (!enabled) return <Tag tone="calm">Disabled</Tag>;
  if (invitation === 'PENDING') {
    return (
      <Tag tone="held" hollow>
        Invited
      </Tag>
    );
  }
  return <Tag tone="ok">Enabled</Tag>;
}
