// Apart from the schemas: the bell and the settings need the words alone.

/** What a person may choose to be mailed as it happens. */
export const mailedNoticeKinds = [
  'PAYMENT_HELD',
  'REFUND_FAILED',
  'PAYOUT_FAILED',
  'LOW_BALANCE',
  'WEBHOOKS_FAILING',
] as const;
/** What the bell tells of; who may approve is mailed of what waits for them whatever they choose. */
export const noticeKinds = [...mailedNoticeKinds, 'PAYOUT_WAITING', 'REFUND_WAITING'] as const;
/** What a person may choose to be mailed: the day before comes each morning. */
export const noticeMailKinds = [...mailedNoticeKinds, 'DAILY_DIGEST'] as const;

export type MailedNoticeKind = (typeof mailedNoticeKinds)[number];
export type NoticeKind = (typeof noticeKinds)[number];
export type NoticeMailKind = (typeof noticeMailKinds)[number];

/** Unread notices are counted up to here. */
export const mostUnread = 100;
