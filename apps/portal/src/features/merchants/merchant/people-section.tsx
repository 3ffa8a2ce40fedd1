import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { listAccounts } from '@volume/contract/users.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { zoneName } from '#design/text/format-date.ts';
import { PersonName } from '#design/text/person-name.tsx';
import { call } from '#platform/provider-api.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { PartError } from '#domain/part-error.tsx';

function peopleQuery(merchantId: string) {
  return queryOptions({
    queryKey: ['merchant-people', merchantId],
    queryFn: ({ signal }) => call(listAccounts, { params: { merchantId }, signal }),
  });
}

/** Who works for a merchant; changed where the merchant's own settings are. */
export function PeopleSection({ merchantId }: { merchantId: string }) {
  const { data, error, isFetching, refetch } = useQuery(peopleQuery(merchantId));
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

const columns = ({ zone, now }: { zone: string; now: number }): Column<MerchantAccount>[] => [
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
    cell: ({ roles }) => <PersonName>{roles.map(roleWord).join(', ')}</PersonName>,
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

/** `MERCHANT_ADMIN` is an admin here: whose is plain. */
const roleWord = (role: string): string => titleCase(role.replace(/^MERCHANT_/, ''));

function State({ person: { enabled, invitation } }: { person: MerchantAccount }) {
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
