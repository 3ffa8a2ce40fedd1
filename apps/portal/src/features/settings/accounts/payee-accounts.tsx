import type { PayeeDetail } from '@volume/contract/merchants.ts';
import { CopyButton } from '#design/controls/copy-button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Tag } from '#design/feedback/tag.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { copied } from '#design/layout/copied.tsx';
import { asLetter, factsOf, keeperOf } from './account-facts.ts';

/** The accounts pay-ins arrive in, by currency, pounds first; every fact can be copied, and all of them at once. */
export function PayeeAccounts({ payees }: { payees: readonly PayeeDetail[] }) {
  if (payees.length === 0) {
    return (
      <Section title="Pay-in accounts">
        <EmptyState
          title="No accounts yet"
          detail="This application has no pay-in account. Contact support to set one up."
        />
      </Section>
    );
  }
  const currencies = [...new Set(payees.map(({ forCurrency }) => forCurrency))].toSorted().toReversed();
  return (
    <div className="grid grid-cols-2 gap-x-11 max-[1100px]:grid-cols-1">
      {currencies.map((currency) => (
        <Section key={currency} title={`${currency} accounts`}>
          {payees
            .filter(({ forCurrency }) => forCurrency === currency)
            .map((payee) => (
              <PayeeAccount key={payee.id} payee={payee} />
            ))}
        </Section>
      ))}
    </div>
  );
}

function PayeeAccount({ payee }: { payee: PayeeDetail }) {
  return (
    <article className="mb-6 last:mb-0" aria-label={`${payee.forCurrency} account of ${payee.accountHolderName}`}>
      <header className="flex min-h-row items-center gap-2.5">
        <h3 className="m-0 min-w-0 truncate text-m font-medium">{keeperOf(payee)}</h3>
        {payee.defaultForCurrency === true && <Tag tone="calm">Default</Tag>}
        <span className="ml-auto shrink-0">
          <CopyButton text={asLetter(payee)} variant="quiet" size="s">
            Copy all
          </CopyButton>
        </span>
      </header>
      <DescriptionList
        items={factsOf(payee).map(({ term, text, shown, mono }) => copied(term, text, { shown, mono }))}
      />
    </article>
  );
}
