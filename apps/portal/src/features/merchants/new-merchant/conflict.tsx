import type { MerchantDraft } from '@volume/contract/merchants/create-merchant.ts';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { personText } from '#design/text/person-text.ts';
import { useZone } from '#platform/preferences.ts';

interface ConflictProps {
  /** Null when the draft was discarded or its merchant created. */
  theirs: MerchantDraft | null;
  onUseTheirs: () => void;
  onKeepMine: () => void;
}

/** Another administrator changed the draft in the meantime: nothing was saved, and the typed text is still there. */
export function Conflict({ theirs, onUseTheirs, onKeepMine }: ConflictProps) {
  const zone = useZone();
  const keep = (
    <Button size="s" onClick={onKeepMine}>
      Keep my text
    </Button>
  );
  if (theirs === null) {
    return (
      <Notice tone="held" title="This draft was discarded, or its merchant was created" actions={keep}>
        Nothing was saved. Look in Merchants before you continue: keeping your text saves it as a new draft.
      </Notice>
    );
  }
  const actions = (
    <span className="flex flex-wrap gap-2">
      <Button size="s" onClick={onUseTheirs}>
        Use their text
      </Button>
      {keep}
    </span>
  );
  return (
    <Notice
      tone="held"
      title={<bdi>{personText(theirs, 'savedBy')} saved this draft after you opened it</bdi>}
      actions={actions}
    >
      At {formatDateTime(theirs.savedAtUtc, zone, 'full')}. Nothing was saved, and your text is still here. After you
      keep it, saving replaces theirs.
    </Notice>
  );
}
