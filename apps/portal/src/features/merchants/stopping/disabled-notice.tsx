import type { Disabled } from '@volume/contract/merchants/stopping.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { useZone } from '#platform/preferences.ts';
import { disabledText } from './stopping-labels.ts';

/** Who disabled a merchant, when and why. */
export function DisabledNotice({ disabled }: { disabled: Disabled }) {
  const zone = useZone();
  return (
    <Notice tone="held" title={disabledText(disabled, zone)}>
      {disabled.reason === null ? (
        'No reason was given.'
      ) : (
        <bdi data-personal className="whitespace-pre-line">
          {disabled.reason}
        </bdi>
      )}
    </Notice>
  );
}
