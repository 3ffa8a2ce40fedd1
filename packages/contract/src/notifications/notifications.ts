import * as z from 'zod/mini';
import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id, MerchantParams } from '@volume/contract/ids.ts';
import { Amount } from '@volume/contract/money/money.ts';
import { notificationKinds, notificationMailKinds } from './labels.ts';
import { pageOf } from '@volume/contract/lists/page.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize } from '@volume/contract/lists/query-text.ts';

/** A notification of an event that a user may have to look at (contract §11). Amounts in minor units inside. */
export const Notification = z.object({
  noticeId: z.string(),
  applicationId: z.string(),
  /** One of `notificationKinds`; unknown kinds are shown by the label rule. */
  kind: z.string(),
  /** The payment or payout; null when there are several. */
  objectId: z.nullable(z.string()),
  amount: z.nullable(Amount),
  currency: z.nullable(z.string()),
  /** Number of deliveries: all failed deliveries of an hour share one notification. */
  count: z.int(),
  atUtc: UtcTime,
  isRead: z.boolean(),
});
export type Notification = z.output<typeof Notification>;

const path = 'merchants/{merchantId}/notices';
const mayRead = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;
const mayWrite = { ...mayRead, effect: 'write' } as const;

const forEditors: readonly string[] = ['WEBHOOKS_FAILING', 'PAYOUT_WAITING', 'REFUND_WAITING'];
const forAdministrators: readonly string[] = ['APPLICATION_ADDED', 'APPLICATION_DECLINED'];

/** Users without access to webhook deliveries, approvals or requests for applications get no notifications about them. */
export function canBeNotified(kind: string, authorities: readonly string[]): boolean {
  if (forAdministrators.includes(kind)) return isPermitted(authorities, ['ACCOUNT_ADMIN']);
  return isPermitted(authorities, forEditors.includes(kind) ? ['EDIT_SETTINGS'] : mayViewPayments);
}

export const listNotifications = endpoint({
  name: 'listNotices',
  summary: 'Notices of the last 90 days, newest first',
  origin: 'ours',
  method: 'GET',
  path,
  access: mayRead,
  params: MerchantParams,
  /** Without filters, all that the caller can see. */
  query: z.object({
    kinds: z.optional(listOf(notificationKinds)),
    applicationId: z.optional(Id),
    page: PageNumber,
    size: PageSize,
  }),
  response: pageOf(Notification),
});

export const countUnreadNotifications = endpoint({
  name: 'countUnreadNotices',
  summary: 'How many notices you have not read, 100 at most',
  origin: 'ours',
  method: 'GET',
  path: `${path}/unread`,
  access: mayRead,
  params: MerchantParams,
  response: z.object({ count: z.int() }),
});

export const readNotifications = endpoint({
  name: 'readNotices',
  summary: 'Mark notices as read, up to this one',
  origin: 'ours',
  method: 'POST',
  path: `${path}/read`,
  access: mayWrite,
  status: 204,
  params: MerchantParams,
  body: z.strictObject({ noticeId: Id }),
});

export const NotificationMails = z.object({ kinds: z.array(z.string()) });
export type NotificationMails = z.output<typeof NotificationMails>;

export const getNotificationMails = endpoint({
  name: 'getNoticeMails',
  summary: 'The kinds of notices that you receive by email',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/notice-mails',
  access: mayRead,
  params: MerchantParams,
  response: NotificationMails,
});

/** Starts immediately, and stops when the user loses the right to see the subject. */
export const setNotificationMail = endpoint({
  name: 'setNoticeMail',
  summary: 'Be mailed about one kind of notice or the day, or no longer; for people of the merchant',
  origin: 'ours',
  method: 'PUT',
  path: 'merchants/{merchantId}/notice-mails/{kind}',
  access: mayWrite,
  params: z.extend(MerchantParams, { kind: z.enum(notificationMailKinds) }),
  body: z.strictObject({ isWanted: z.boolean() }),
  response: NotificationMails,
});

export const notificationEndpoints = {
  listNotices: listNotifications,
  countUnreadNotices: countUnreadNotifications,
  readNotices: readNotifications,
  getNoticeMails: getNotificationMails,
  setNoticeMail: setNotificationMail,
};
