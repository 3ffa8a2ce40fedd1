import { useQuery } from '@tanstack/react-query';
import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { Icon } from '#design/icon.tsx';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { useMemo, useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatCount } from '#design/text/format-text.ts';
import { ListPage } from '#lists/list-page.tsx';
import type { ListChange } from '#lists/list.ts';
import { foundHere } from '#lists/use-found.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { type AdministratorSearch, administratorSearch } from './administrator-filters.ts';
import { footText } from './administrator-labels.ts';
import { administratorList, type AskedOfAdministrator } from './administrator-list.tsx';
import { administratorsQuery } from './administrators-query.ts';

interface AdministratorsPageProps {
  search: AdministratorSearch;
  onChange: ListChange<AdministratorSearch>;
}

const nobody: readonly Administrator[] = [];

/** The administrators of the platform, who invite, disable and reset each other (contract §8). */
export function AdministratorsPage({ search, onChange }: AdministratorsPageProps) {
  const query = useQuery(administratorsQuery());
  const { data } = query;
  const administrators = data ?? nobody;
  const { asked, ask } = useAsked<AskedOfAdministrator>();
  const disabledReason = useChangeDisabledReason();
  const [isInviting, setIsInviting] = useState(false);
  // Memoised, because it is a prop of every row.
  const context = useMemo(
    () => ({ administrators, disabledReason, onAsk: ask }),
    [administrators, disabledReason, ask],
  );
  return (
    <>
      <ListPage
        list={administratorList}
        title="Administrators"
        aside={data && <span className="num">{formatCount(data.length)}</span>}
        found={foundHere(query, data, administratorSearch, search)}
        actions={
          <Button icon={<Icon of={Plus} />} disabledReason={disabledReason} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        }
        foot={data && <p className="mt-3 mb-0 text-label text-ink-3">{footText(data)}</p>}
        isForAll
        {...{ search, context, onChange }}
      />
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
      {asked && <ChangeDialog key={asked.count} {...asked} />}
    </>
  );
}

const InviteDialog = lazyDialog(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));
const ChangeDialog = lazyDialog(() => import('./change-dialog.tsx').then((module) => module.ChangeDialog));
