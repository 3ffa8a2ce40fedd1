import {
  countUnreadNotifications as countEndpoint,
  listNotifications as endpoint,
  canBeNotified,
  type Notification,
  readNotifications as readEndpoint,
} from '@volume/contract/notifications/notifications.ts';
import { mostUnread, notificationKinds } from '@volume/contract/notifications/labels.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toPage } from '@volume/contract/lists/page.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { handle } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import type { Services } from '#core/services.ts';
import type { Caller } from '#core/tenant.ts';
import { type Sql, sql } from '#database/sql.ts';

interface NotificationRow {
  notice_id: string;
  application_id: string;
  kind: string;
  object_id: string | null;
  amount: number | null;
  currency: Currency | null;
  count: number;
  created_at: Date;
  is_read: boolean;
}

/** How long notifications are shown, in milliseconds. */
const memory = 90 * 86_400_000;

interface Reader {
  merchantId: string;
  caller: Caller;
  services: Services;
}

/**
 * The notifications that a user can see, of the last 90 days and not from before their account existed,
 * without those of their own requests that await approval.
 */
function ofReader({ merchantId, caller, services }: Reader): Sql {
  const kinds = notificationKinds.filter((kind) => canBeNotified(kind, caller.authorities));
  const since = new Date(services.clock.now().getTime() - memory);
  // Read once for all notifications, and only when one of them waits.
  const own = (column: Sql) =>
    sql`ARRAY(SELECT ${column} FROM approvals AS p WHERE p.merchant_id = ${merchantId}
      AND p.requested_by_id = ${caller.userAccountId} AND p.created_at >= ${since})`;
  return sql`n.merchant_id = ${merchantId} AND n.kind = ANY(${kinds}::text[]) AND n.created_at >= ${since}
    AND n.created_at >= (SELECT a.created_at FROM accounts AS a WHERE a.user_account_id = ${caller.userAccountId})
    AND NOT (n.kind = 'PAYOUT_WAITING' AND n.object_id = ANY(${own(sql`p.order_id`)}))
    AND NOT (n.kind = 'REFUND_WAITING' AND n.object_id = ANY(${own(sql`p.payment_id`)}) AND n.created_at = ANY(${own(sql`p.created_at`)}))`;
}

/** The user's read position, a subquery that runs once for the whole list. */
const readBy = ({ merchantId, caller }: Reader, column: Sql): Sql =>
  sql`(SELECT ${column} FROM notice_reads AS r
    WHERE r.merchant_id = ${merchantId} AND r.user_account_id = ${caller.userAccountId})`;

const isUnread = (reader: Reader): Sql =>
  sql`(coalesce(n.notice_id > ${readBy(reader, sql`r.notice_id`)}, true)
    AND n.notice_id <> ALL(coalesce(${readBy(reader, sql`r.also_read`)}, '{}')))`;

/** Notifications of the merchant, newest first. */
export const listNotifications = handle(endpoint, async ({ params, query, caller, services }) => {
  const reader = { ...params, caller, services };
  const { page, size, kinds, applicationId } = query;
  const { database } = services;
  const ofKinds = kinds ? sql`AND n.kind = ANY(${kinds}::text[])` : sql``;
  const ofApplication = applicationId ? sql`AND n.application_id = ${applicationId}` : sql``;
  const where = sql`${ofReader(reader)} ${ofKinds} ${ofApplication}`;
  const [total] = await database.query<{ count: number }>(
    sql`SELECT count(*) AS count FROM notices AS n WHERE ${where}`,
  );
  const rows = await database.query<NotificationRow>(
    sql`SELECT n.notice_id, n.application_id, n.kind, n.object_id, n.amount, n.currency::text AS currency, n.count,
        n.created_at, NOT ${isUnread(reader)} AS is_read
      FROM notices AS n WHERE ${where} ORDER BY n.notice_id DESC LIMIT ${size} OFFSET ${page * size}`,
  );
  return toPage(rows.map(toNotification), { page, size, totalElements: total?.count ?? 0 });
});

const toNotification = (row: NotificationRow): Notification => ({
  noticeId: row.notice_id,
  applicationId: row.application_id,
  kind: row.kind,
  objectId: row.object_id,
  amount: row.amount,
  currency: row.currency,
  count: row.count,
  atUtc: toWireTime(row.created_at),
  isRead: row.is_read,
});

/** The number of unread notifications, 100 at most, through the primary key. */
export const countUnreadNotifications = handle(countEndpoint, async ({ params, caller, services }) => {
  const reader = { ...params, caller, services };
  const rows = await services.database.query(
    sql`SELECT 1 FROM notices AS n WHERE ${ofReader(reader)} AND ${isUnread(reader)}
      ORDER BY n.notice_id DESC LIMIT ${mostUnread}`,
  );
  return { count: rows.length };
});

/** Milliseconds after which no transaction can still be open that made a notification id: calls and jobs time out earlier. */
const longestTransaction = 60_000;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Marks all notifications up to the given one as read for the caller; 404 when they cannot see it. Ids are made before the
 * commit, so a notification that is committed later can have a smaller id. Only notifications older than every open transaction are
 * therefore marked by their position in the order, younger ones by their own id.
 */
export const readNotifications = handle(readEndpoint, async ({ params, body, caller, services }) => {
  const { merchantId } = params;
  const { userAccountId } = caller;
  const { database, clock } = services;
  const settled = new Date(clock.now().getTime() - longestTransaction);
  const upTo = sql`FROM notices AS n WHERE ${ofReader({ merchantId, caller, services })} AND n.notice_id <= ${body.noticeId}`;
  await database.transaction(async ({ query }) => {
    const young = await query<{ id: string }>(sql`SELECT n.notice_id AS id ${upTo} AND n.created_at >= ${settled}`);
    const [old] = await query<{ id: string }>(
      sql`SELECT n.notice_id AS id ${upTo} AND n.created_at < ${settled} ORDER BY n.notice_id DESC LIMIT 1`,
    );
    // An id without a notification, such as the largest possible one, would mark every later notification as read.
    if (![old, ...young].some((each) => each?.id === body.noticeId)) throw notFound('This notice');
    const mine = sql`merchant_id = ${merchantId} AND user_account_id = ${userAccountId}`;
    await query(
      sql`INSERT INTO notice_reads (merchant_id, user_account_id, notice_id)
        VALUES (${merchantId}, ${userAccountId}, ${beforeAll}) ON CONFLICT DO NOTHING`,
    );
    const [read] = await query<{ upTo: string; also: string[] }>(
      sql`SELECT notice_id AS "upTo", also_read AS also FROM notice_reads WHERE ${mine} FOR UPDATE`,
    );
    if (!read) throw new Error('The row that was just written is gone.');
    const newUpTo = old && old.id > read.upTo ? old.id : read.upTo;
    const also = new Set([...read.also, ...young.map(({ id }) => id)].filter((id) => id > newUpTo));
    await query(sql`UPDATE notice_reads SET notice_id = ${newUpTo}, also_read = ${[...also]}::uuid[] WHERE ${mine}`);
  });
  database.announce?.({ kind: 'notices', merchantId });
});
