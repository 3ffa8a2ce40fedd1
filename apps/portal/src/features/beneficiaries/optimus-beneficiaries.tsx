import { useQuery } from '@tanstack/react-query';
import type { Beneficiary } from '@volume/contract/payouts/beneficiaries.ts';
import type { PayeeDetail } from '@volume/contract/merchants/merchants.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { CopyableId } from '#design/layout/copied.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { formatAccount } from '@volume/contract/money/account-number.ts';
import { formatCount } from '#design/text/format-text.ts';
import { beneficiariesQuery } from './beneficiaries-query.ts';
import { PartError } from '#lists/part-error.tsx';

/**
 * The active beneficiaries of each customer at Optimus (§5, §8), for a deployment with only the specification's
 * endpoints.
 */
export function OptimusBeneficiaries({ payees }: { payees: readonly PayeeDetail[] }) {
  const customers = findCustomers(payees);
  if (customers.length === 0) {
    return (
      <Section title="Beneficiaries">
        <EmptyState
          title="No beneficiaries to show"
          detail="Only Optimus lists beneficiaries, and this application has no Optimus account."
        />
      </Section>
    );
  }
  return customers.map((customerId) => (
    <CustomerBeneficiaries
      key={customerId}
      customerId={customerId}
      isAlone={customers.length === 1}
      defaults={findDefaults(payees)}
    />
  ));
}

const findCustomers = (payees: readonly PayeeDetail[]): string[] => {
  const ids = payees.map(({ vaProviderType, vaCustomerId }) => (vaProviderType === 'OPTIMUS' ? vaCustomerId : null));
  return [...new Set(ids.filter((id) => id !== null))];
};

const findDefaults = (payees: readonly PayeeDetail[]): Set<string | null> =>
  new Set(payees.map(({ vaDefaultPayOutBeneficiaryAccountId }) => vaDefaultPayOutBeneficiaryAccountId));

interface CustomerProps {
  customerId: string;
  isAlone: boolean;
  defaults: ReadonlySet<string | null>;
}

function CustomerBeneficiaries({ customerId, isAlone, defaults }: CustomerProps) {
  const { data, error, isFetching, refetch } = useQuery(beneficiariesQuery(customerId));
  const title = isAlone ? 'Beneficiaries' : `Beneficiaries of ${customerId}`;
  if (error && !data) {
    return (
      <Section title={title} aside={error.message}>
        <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }
  const hidden = data?.inactive ?? 0;
  return (
    <Section title={title} aside={hidden === 0 ? undefined : `${formatCount(hidden)} inactive hidden`}>
      <DataTable
        caption={`Active ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
        columns={beneficiaryColumns(defaults)}
        rows={data?.active}
        rowKey={({ optimusBeneficiaryId }) => optimusBeneficiaryId}
        skeletonRows={3}
        empty={
          <EmptyState
            title={hidden === 0 ? 'No beneficiaries yet' : 'No active beneficiaries'}
            detail="Beneficiaries appear here once Optimus has added and activated them."
          />
        }
      />
    </Section>
  );
}

/** The full account number: `12-34-56 · 1234 5678` for SCAN, the grouped IBAN for IBAN. */
function accountText({ accountType, sortCode, accountNumber, iban }: Beneficiary): string {
  if (accountType === 'IBAN') return iban === null ? '' : formatAccount('IBAN', iban);
  const code = sortCode === null ? [] : [formatAccount('SORT_CODE', sortCode)];
  const number = accountNumber === null ? [] : [formatAccount('ACCOUNT_NUMBER', accountNumber)];
  return [...code, ...number].join(' · ');
}

const beneficiaryColumns = (defaults: ReadonlySet<string | null>): Column<Beneficiary>[] => [
  {
    id: 'name',
    header: 'Name',
    card: 'who',
    cell: ({ firstNames, optimusBeneficiaryId }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <bdi className="truncate font-medium" title={firstNames}>
          {firstNames}
        </bdi>
        {defaults.has(optimusBeneficiaryId) && <Tag tone="calm">Default</Tag>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 190,
    soft: true,
    card: 'when',
    cell: ({ accountType }) => (accountType === 'IBAN' ? 'IBAN' : 'Sort code and number'),
  },
  {
    id: 'account',
    header: 'Account',
    width: 290,
    card: 'state',
    isRaised: true,
    cell: (beneficiary) => <CopyableId text={accountText(beneficiary)} />,
  },
  {
    id: 'id',
    header: 'Id',
    width: 138,
    isRaised: true,
    cell: ({ optimusBeneficiaryId }) => <CopyableId text={optimusBeneficiaryId} />,
  },
];
