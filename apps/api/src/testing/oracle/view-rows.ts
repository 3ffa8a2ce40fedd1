import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const payIns = { merchantId: ids.harbour, list: 'pay-ins' };

/** The oracle's rows of the views that a merchant's people share. */
export const viewRows: Record<string, OracleRow> = {
  listSharedViews: { who: 'payments', given: { params: payIns }, ok: 200, isOwned: true },
  shareView: {
    who: 'payments',
    effect: 'write',
    given: { params: payIns, body: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' } },
    ok: 201,
    isOwned: true,
  },
  // There is no view of this id: it is gone.
  deleteSharedView: {
    who: 'payments',
    effect: 'write',
    given: { params: { ...payIns, viewId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
};
