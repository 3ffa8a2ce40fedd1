import { Icon } from '#design/icon.tsx';
import RefreshCw from 'lucide/dist/esm/icons/refresh-cw.mjs';
import { Button } from '#design/controls/button.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { useWhenOnline } from '#design/overlay/when-online.ts';
import { formatRelative } from '#design/text/format-date.ts';
import { useNow } from '#platform/preferences.ts';
import { describeRefusal } from '#platform/writes/refusal-message.ts';

/** The age of data that is never stale (§4 Caching). `readAt` in milliseconds. */
export function Age({ readAt }: { readAt: number }) {
  const now = useNow();
  const age = formatRelative(new Date(readAt).toISOString(), new Date(Math.max(now, readAt)));
  return <span role="status" className="print:hidden">{`Updated ${age}`}</span>;
}

export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  const { wait } = useWhenOnline();
  const press = () => {
    if (navigator.onLine) onRefresh();
    else wait('Nothing was refreshed. This page refreshes when you’re back.', onRefresh);
  };
  return (
    <Button icon={<Icon of={RefreshCw} />} busy={busy} onClick={press}>
      {/* On a phone only the icon is shown, so that all buttons of a page fit on one line. */}
      <span className="phone:sr-only">Refresh</span>
    </Button>
  );
}

/** Why a refresh failed while the old data is still shown; `what` is its noun, such as “balances”. */
export function RefreshRefusal({ error, what }: { error: unknown; what: string }) {
  const { message, traceId } = describeRefusal(error);
  return (
    <div className="mb-4">
      <Refusal message={message} traceId={traceId}>
        The {what} below have not been updated.
      </Refusal>
    </div>
  );
}
