import type { Application, Merchant } from '@volume/contract/merchants/merchants.ts';
import type { UnopenedAccount } from '@volume/contract/merchants/merchant-settings.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Icon } from '#design/icon.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatCount } from '#design/text/format-text.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import type { Unopened } from './application-form.ts';

interface ApplicationsSectionProps {
  merchant: Merchant;
  unopened: Unopened;
}

/** The merchant's applications: which currencies they have accounts in, and which accounts can be added or tried again. */
export function ApplicationsSection({ merchant: { merchantId, applications }, unopened }: ApplicationsSectionProps) {
  const disabledReason = useChangeDisabledReason();
  const { asked, ask } = useAsked<Asked>();
  return (
    <Section
      title="Applications"
      aside={formatCount(applications.length)}
      action={
        <Button size="s" icon={<Icon of={Plus} />} disabledReason={disabledReason} onClick={() => ask({})}>
          Add application
        </Button>
      }
    >
      {applications.length === 0 && (
        <EmptyState title="No applications" detail="Without one this merchant cannot take payments." />
      )}
      <ul className="m-0 list-none border-b border-line p-0">
        {applications.map((application) => (
          <ApplicationRow
            key={application.applicationId}
            {...{ application, disabledReason }}
            unopened={unopened.filter(({ applicationId }) => applicationId === application.applicationId)}
            onAsk={(account) => ask({ application, ...account })}
          />
        ))}
      </ul>
      {asked?.application && asked.currency && (
        <AccountDialog
          key={asked.count}
          {...{ merchantId }}
          {...asked.application}
          currency={asked.currency}
          tried={asked.tried}
          isOpen={asked.isOpen}
          onClose={asked.onClose}
        />
      )}
      {asked && !asked.application && (
        <ApplicationDialog
          key={asked.count}
          {...{ merchantId }}
          taken={applications.map(({ applicationName }) => applicationName)}
          isOpen={asked.isOpen}
          onClose={asked.onClose}
        />
      )}
    </Section>
  );
}

/** Undefined for a new application. */
interface Asked {
  application?: Application;
  currency?: Currency;
  tried?: UnopenedAccount | undefined;
}

interface RowProps {
  application: Application;
  unopened: Unopened;
  disabledReason: string | undefined;
  onAsk: (account: Asked) => void;
}

function ApplicationRow({ application, unopened, disabledReason, onAsk }: RowProps) {
  const { applicationName, applicationId, payeeDetailsPerCurrency } = application;
  const held = (payeeDetailsPerCurrency ?? []).map(({ forCurrency }) => forCurrency);
  const missing = currencies
    .toReversed()
    .filter((each) => !held.includes(each) && !unopened.some(({ account }) => account.currency === each));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="m-0 min-w-0 truncate font-medium" title={applicationName}>
          <bdi>{applicationName.trim() === '' ? applicationId : applicationName}</bdi>
        </h3>
        <span className="text-ink-3">{[...new Set(held)].toSorted().toReversed().join(', ') || 'No accounts'}</span>
        <span className="ml-auto flex flex-wrap gap-1.5 print:hidden">
          {missing.map((currency) => (
            <Button
              key={currency}
              size="s"
              aria-label={`Add ${currency} account to ${applicationName}`}
              {...{ disabledReason }}
              onClick={() => onAsk({ currency })}
            >
              Add {currency} account
            </Button>
          ))}
        </span>
      </div>
      {unopened.map((tried) => (
        <Notice
          key={tried.account.currency}
          tone="held"
          title={`The ${tried.account.currency} account is not open`}
          actions={
            <Button
              size="s"
              aria-label={`Retry the ${tried.account.currency} account of ${applicationName}`}
              {...{ disabledReason }}
              onClick={() => onAsk({ currency: tried.account.currency, tried })}
            >
              Retry
            </Button>
          }
        >
          {tried.reason}
        </Notice>
      ))}
    </li>
  );
}

const ApplicationDialog = lazyDialog(() =>
  import('./application-dialogs.tsx').then((module) => module.ApplicationDialog),
);
const AccountDialog = lazyDialog(() => import('./application-dialogs.tsx').then((module) => module.AccountDialog));
