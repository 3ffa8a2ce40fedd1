import { useQuery } from '@tanstack/react-query';
import { mayViewPayments } from '@volume/contract/access.ts';
import { mostUnread } from '@volume/contract/notifications/labels.ts';
import { countUnreadNotifications } from '@volume/contract/notifications/notifications.ts';
import BellIcon from 'lucide/dist/esm/icons/bell.mjs';
import { useEffect, useSyncExternalStore } from 'react';
import { Icon } from '#design/icon.tsx';
import { PopoverButton } from '#design/overlay/popover-button.tsx';
import { liveInterval, onLiveChange } from '#lists/live/live-interval.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import { unreadQuery } from './notifications-query.ts';

interface BellProps {
  /** Where it is rendered. Only the visible one of the two sends requests. */
  place: 'side' | 'phone';
}

/** The same width as the `phone` variant of design/theme.css. */
const phone = '(width <= 768px)';
const isPhoneNow = () => window.matchMedia?.(phone).matches ?? false;
function followWidth(listener: () => void): () => void {
  const width = window.matchMedia?.(phone);
  width?.addEventListener('change', listener);
  return () => width?.removeEventListener('change', listener);
}

/** The count of unread notifications on all pages of a merchant, updated like the live lists. */
export function Bell({ place }: BellProps) {
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const mayView = usePermitted(mayViewPayments);
  const isAvailable = useCanDo(countUnreadNotifications) && mayView;
  const isShown = useSyncExternalStore(followWidth, isPhoneNow) === (place === 'phone');
  if (!isAvailable || !isShown || !merchantId) return null;
  return <Count merchantId={merchantId} place={place} />;
}

const kinds = ['notices'] as const;

function Count({ merchantId, place }: BellProps & { merchantId: string }) {
  const { data, refetch } = useQuery({
    ...unreadQuery(merchantId),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.error ? false : liveInterval(kinds)),
  });
  useEffect(() => onLiveChange(kinds, () => void refetch()), [refetch]);
  const count = data?.count ?? 0;
  const many = count >= mostUnread ? `${mostUnread - 1}+` : String(count);
  return (
    <PopoverButton
      label={count === 0 ? 'Notifications' : `Notifications, ${many} unread`}
      title="Notifications"
      align={place === 'phone' ? 'end' : 'start'}
      load={() => import('./notifications-panel.tsx').then((module) => module.NotificationsPanel)}
      content={(close, NotificationsPanel) => <NotificationsPanel {...{ merchantId, close }} />}
      className="relative grid size-7 place-items-center rounded-medium text-ink-3 hover:bg-hover hover:text-ink phone:size-9 phone:text-ink"
    >
      <Icon of={BellIcon} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="num absolute -top-0.5 left-3.5 min-w-4 rounded-full bg-ink px-1 text-center text-[10px] leading-4 font-medium text-surface phone:top-0.5 phone:left-5"
        >
          {many}
        </span>
      )}
    </PopoverButton>
  );
}
