// Separate from the schemas: the bell and the settings load no schemas.

/** Events that a user can choose to receive by email as they happen. */
export const mailedNotificationKinds = [
  'PAYMENT_HELD',
  'REFUND_FAILED',
  'PAYOUT_FAILED',
  'LOW_BALANCE',
  'WEBHOOKS_FAILING',
] as const;
/** Switched on for users who accept an invitation, until they switch it off. */
export const defaultMailKinds = [
  'PAYMENT_HELD',
  'REFUND_FAILED',
  'PAYOUT_FAILED',
] as const satisfies readonly MailedNotificationKind[];
/**
 * The notifications in the bell. Approvers always get an email about orders that wait for them, independent of their
 * choices.
 */
export const notificationKinds = [
  ...mailedNotificationKinds,
  'PAYOUT_WAITING',
  'REFUND_WAITING',
  'APPLICATION_ADDED',
  'APPLICATION_DECLINED',
] as const;
/** All emails that a user can choose; the digest of the previous day is sent each morning. */
export const notificationMailKinds = [...mailedNotificationKinds, 'DAILY_DIGEST'] as const;

export type MailedNotificationKind = (typeof mailedNotificationKinds)[number];
export type NotificationKind = (typeof notificationKinds)[number];
export type NotificationMailKind = (typeof notificationMailKinds)[number];

/** Unread notifications are counted up to this number. */
export const mostUnread = 100;
