import type { MerchantDraft } from '@volume/contract/merchants/create-merchant.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { PageHeader } from '#design/layout/page-header.tsx';
import { zoneName, formatDateTime, instantOf } from '#design/text/format-date.ts';
import { ConfirmDialog } from '#forms/action-dialog.tsx';
import { adminMerchantsHref } from '#platform/hrefs.ts';
import { useNow, useZone } from '#platform/preferences.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';
import { useDiscarding } from './use-draft.ts';

interface DraftHeaderProps {
  draftId: string;
  /** Null while nothing is saved. */
  draft: MerchantDraft | null;
  onDiscarded: () => void;
}

export function DraftHeader({ draftId, draft, onDiscarded }: DraftHeaderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const disabledReason = useChangeDisabledReason();
  const write = useDiscarding(draftId, onDiscarded);
  return (
    <>
      <NewMerchantHeader
        aside={draft && <SavedAt draft={draft} />}
        actions={
          draft && (
            <Button variant="quiet" disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
              Discard draft
            </Button>
          )
        }
      />
      <ConfirmDialog
        {...{ write, isOpen }}
        title="Discard this draft?"
        description="It is deleted for all administrators. No merchant was created from it."
        action="Discard draft"
        isDangerous
        undone="The draft was not discarded."
        onClose={() => setIsOpen(false)}
        onConfirm={() => write.run(undefined)}
      />
    </>
  );
}

export function NewMerchantHeader({ aside, actions }: Pick<Parameters<typeof PageHeader>[0], 'aside' | 'actions'>) {
  return (
    <PageHeader
      breadcrumbs={[{ label: 'Merchants', href: adminMerchantsHref() }, { label: 'New merchant' }]}
      title="New merchant"
      {...{ aside, actions }}
    />
  );
}

/** `Draft saved 11:41 UTC`, with the day when it was another one. */
function SavedAt({ draft: { savedAtUtc } }: { draft: MerchantDraft }) {
  const zone = useZone();
  const now = new Date(useNow());
  const isToday = formatDateTime(savedAtUtc, zone, 'date') === formatDateTime(now.toISOString(), zone, 'date');
  const text = formatDateTime(savedAtUtc, zone, isToday ? 'time' : 'row', now);
  const zoneText = zoneName(zone, instantOf(savedAtUtc) ?? undefined);
  return (
    <span role="status" className="num">
      Draft saved {isToday ? text.slice(0, 5) : text} {zoneText}
    </span>
  );
}
