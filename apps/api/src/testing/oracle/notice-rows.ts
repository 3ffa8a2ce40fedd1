import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };

/** The oracle's rows of what is heard of without asking, of the bell and of what it mails. */
export const noticeRows: Record<string, OracleRow> = {
  listenForChanges: { who: 'payments', given: {}, ok: 200 },
  listNotices: { who: 'payments', given: { params: harbour }, ok: 200, isOwned: true },
  countUnreadNotices: { who: 'payments', given: { params: harbour }, ok: 200, isOwned: true },
  // There is no notice in the refusals' world.
  readNotices: {
    who: 'payments',
    effect: 'write',
    given: { params: harbour, body: { noticeId: ids.nobody } },
    ok: 404,
    isOwned: true,
  },
  getNoticeMails: { who: 'payments', given: { params: harbour }, ok: 200, isOwned: true },
  // Administrators, who may, get 409: it is for people of the merchant.
  setNoticeMail: {
    who: 'payments',
    effect: 'write',
    given: { params: { ...harbour, kind: 'PAYMENT_HELD' }, body: { isWanted: true } },
    ok: 'let through',
    isOwned: true,
  },
};
