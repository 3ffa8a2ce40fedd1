import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Notification, readNotifications } from '@volume/contract/notifications/notifications.ts';
import { useEffect } from 'react';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { DateTime } from '#design/text/date-time.tsx';
import { PartError } from '#lists/part-error.tsx';
import { settingsHref } from '#platform/hrefs.ts';
import { useZone } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useIsReadOnly } from '#platform/session/use-session.ts';
import { notificationLine } from './notification-line.ts';
import { notificationsQuery, unreadQuery } from './notifications-query.ts';

interface NotificationsPanelProps {
  merchantId: string;
  close: () => void;
}

/** The newest notifications with links. Opening the panel marks them as read. */
export function NotificationsPanel({ merchantId, close }: NotificationsPanelProps) {
  const { data, error, isFetching, refetch } = useQuery(notificationsQuery(merchantId));
  const zone = useZone();
  useMarkRead(merchantId, data?.content[0]);
  return (
    <div className="w-[360px] max-w-[calc(100vw-32px)] py-2">
      <h2 className="m-0 px-3.5 py-1.5 font-strong">Notifications</h2>
      {error && !data && (
        <div className="px-3.5 py-2">
          <PartError error={error} busy={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!error && !data && (
        <div className="px-3.5 py-2">
          <SkeletonLines count={4} />
        </div>
      )}
      {data?.content.length === 0 && (
        <p className="m-0 px-3.5 py-2 text-ink-3">
          Nothing yet. Held payments, failed refunds and payouts, low balances and failing webhooks appear here.
        </p>
      )}
      <ul className="m-0 max-h-[min(420px,60vh)] list-none overflow-y-auto p-0">
        {data?.content.map((notification) => (
          <Line key={notification.noticeId} {...{ notification, zone, close }} />
        ))}
      </ul>
      <p className="m-0 border-t border-line px-3.5 pt-2 text-label">
        <a className="font-medium text-act hover:underline" href={settingsHref('notifications')} onClick={close}>
          Choose what you are emailed about
        </a>
      </p>
    </div>
  );
}

function Line({ notification, zone, close }: { notification: Notification; zone: string; close: () => void }) {
  const { text, href } = notificationLine(notification);
  return (
    <li>
      <a
        href={href}
        className="flex gap-2.5 px-3.5 py-2 hover:bg-hover"
        aria-label={notification.isRead ? text : `Unread: ${text}`}
        onClick={close}
      >
        <span
          aria-hidden="true"
          className={`mt-1.5 size-1.5 shrink-0 rounded-full ${notification.isRead ? '' : 'bg-act'}`}
        />
        <span className="min-w-0">
          <span className={`block ${notification.isRead ? '' : 'font-medium'}`}>{text}</span>
          <span className="text-label text-ink-3">
            <DateTime utc={notification.atUtc} zone={zone} />
          </span>
        </span>
      </a>
    </li>
  );
}

/** Marks all notifications up to the newest as read, except for a read-only administrator. */
function useMarkRead(merchantId: string, newest: Notification | undefined): void {
  const queryClient = useQueryClient();
  const isReadOnly = useIsReadOnly();
  const noticeId = newest?.isRead === false && !isReadOnly ? newest.noticeId : undefined;
  useEffect(() => {
    if (noticeId === undefined) return;
    call(readNotifications, { params: { merchantId }, body: { noticeId } }).then(
      () => invalidate(queryClient, unreadQuery(merchantId).queryKey),
      // They stay unread, as the count shows.
      () => undefined,
    );
  }, [merchantId, noticeId, queryClient]);
}
