import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Section } from '#design/layout/section.tsx';
import type { Column } from '#design/table/column.ts';
import { DataTable } from '#design/table/data-table.tsx';
import { IdText } from '#design/text/id-text.tsx';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { keeperOf, numberOf } from './account-facts.ts';

/** The accounts kept by an account provider, under the provider's own ids (§3 Payee detail). */
export function VirtualAccounts({ payees }: { payees: readonly PayeeDetail[] }) {
  const virtual = payees.filter(({ isVirtualAccount }) => isVirtualAccount);
  return (
    <Section title="Virtual accounts">
      {virtual.length === 0 ? (
        <EmptyState
          title="No virtual accounts"
          detail="Pay-ins arrive in your own bank account. Balances, refunds and payouts need a virtual account."
        />
      ) : (
        <DataTable caption="Accounts at a provider" columns={columns} rows={virtual} rowKey={({ id }) => String(id)} />
      )}
    </Section>
  );
}

const columns: Column<PayeeDetail>[] = [
  {
    id: 'provider',
    header: 'Provider',
    width: 138,
    card: 'who',
    strong: true,
    cell: (payee) => (
      <>
        {keeperOf(payee)}
        {payee.vaIsSandboxAccount === true && <span className="font-regular text-ink-3">, sandbox</span>}
      </>
    ),
  },
  { id: 'currency', header: 'Currency', width: 96, card: 'sum', cell: ({ forCurrency }) => forCurrency },
  {
    id: 'number',
    header: 'Account',
    mono: true,
    card: 'state',
    cell: (payee) => (
      <span className="block truncate" title={numberOf(payee)}>
        <IdText>{numberOf(payee)}</IdText>
      </span>
    ),
  },
  { id: 'customer', header: 'Customer', width: 138, isRaised: true, cell: (payee) => <Id text={payee.vaCustomerId} /> },
  {
    id: 'account',
    header: 'Account id',
    width: 138,
    card: 'when',
    isRaised: true,
    cell: (payee) => <Id text={payee.vaAccountId} />,
  },
  {
    id: 'beneficiary',
    header: 'Pays out to',
    width: 138,
    isRaised: true,
    cell: (payee) => <Id text={payee.vaDefaultPayOutBeneficiaryAccountId} />,
  },
];

function Id({ text }: { text: string | null }) {
  if (!text) return <span className="text-ink-3">–</span>;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <span className="truncate" title={text}>
        <IdText>{text}</IdText>
      </span>
      <CopyButton text={text} label={`Copy ${text}`} variant="quiet" size="s" />
    </span>
  );
}
