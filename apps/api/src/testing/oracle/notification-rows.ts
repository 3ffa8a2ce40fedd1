import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };

export const notificationRows: Record<string, OracleRow> = {
  listenForChanges: { who: 'payments', input: {}, ok: 200 },
  listNotices: { who: 'payments', input: { params: harbour }, ok: 200, isOwned: true },
  countUnreadNotices: { who: 'payments', input: { params: harbour }, ok: 200, isOwned: true },
  // The refusal tests have no notification.
  readNotices: {
    who: 'payments',
    effect: 'write',
    input: { params: harbour, body: { noticeId: ids.nobody } },
    ok: 404,
    isOwned: true,
  },
  getNoticeMails: { who: 'payments', input: { params: harbour }, ok: 200, isOwned: true },
  // Administrators pass the access check but get 409: it is for users of the merchant.
  setNoticeMail: {
    who: 'payments',
    effect: 'write',
    input: { params: { ...harbour, kind: 'PAYMENT_HELD' }, body: { isWanted: true } },
    ok: 'let through',
    isOwned: true,
  },
};
