import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useMemo, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Icon } from '#design/icon.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatCount } from '#design/text/format-text.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { useFound } from '#lists/use-found.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import type { BankSearch } from './bank-filters.ts';
import { type AskedOfBank, bankList } from './bank-list.tsx';
import { banksQuery } from './banks-query.ts';

interface BanksPageProps {
  search: BankSearch;
  hrefOf: (search: BankSearch) => string;
  onChange: ListChange<BankSearch>;
}

/** The banks that payers can choose, for administrators: added, changed, switched off and on (contract §8, Banks). */
export function BanksPage({ search, hrefOf, onChange }: BanksPageProps) {
  const options = banksQuery(search);
  const { data } = useQuery(options);
  const found = useFound(options);
  const disabledReason = useChangeDisabledReason();
  const [isAdding, setIsAdding] = useState(false);
  const { asked, ask } = useAsked<AskedOfBank>();
  // Memoised, because it is a prop of every row.
  const context = useMemo(() => ({ disabledReason, onAsk: ask }), [disabledReason, ask]);
  return (
    <>
      <ListPage
        list={bankList}
        title="Banks"
        aside={data && `${formatCount(data.offered)} of ${formatCount(data.known)} offered`}
        actions={
          <Button icon={<Icon of={Plus} />} shortcut="n" {...{ disabledReason }} onClick={() => setIsAdding(true)}>
            Add bank
          </Button>
        }
        foot={
          <p className="mt-3 mb-0 text-label text-ink-3">
            Turning a bank off hides it on every pay page. Payments already sent to it continue.
          </p>
        }
        isForAll
        {...{ search, found, context, hrefOf, onChange }}
      />
      <AddBankDialog isOpen={isAdding} onClose={() => setIsAdding(false)} />
      {asked && <AskedDialog {...asked} isLast={data?.offered === 1} />}
    </>
  );
}

interface AskedDialogProps extends AskedOfBank {
  count: number;
  isLast: boolean;
  isOpen: boolean;
  onClose: () => void;
}

function AskedDialog({ action, count, isLast, ...dialog }: AskedDialogProps) {
  if (action === 'edit') return <EditBankDialog key={count} {...dialog} />;
  return <SwitchBankDialog key={count} {...dialog} isLast={isLast} />;
}

const AddBankDialog = lazyDialog(() => import('./bank-dialogs.tsx').then((module) => module.AddBankDialog));
const EditBankDialog = lazyDialog(() => import('./bank-dialogs.tsx').then((module) => module.EditBankDialog));
const SwitchBankDialog = lazyDialog(() => import('./switch-bank-dialog.tsx').then((module) => module.SwitchBankDialog));
