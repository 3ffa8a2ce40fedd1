import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const payIns = { merchantId: ids.harbour, list: 'pay-ins' };

export const savedViewRows: Record<string, OracleRow> = {
  listSharedViews: { who: 'payments', given: { params: payIns }, ok: 200, isOwned: true },
  shareView: {
    who: 'payments',
    effect: 'write',
    given: { params: payIns, body: { name: 'Held, high risk', search: '?heldFilter=HELD&riskCategory=HIGH' } },
    ok: 201,
    isOwned: true,
  },
  // No view has this id, so it counts as deleted.
  deleteSharedView: {
    who: 'payments',
    effect: 'write',
    given: { params: { ...payIns, viewId: ids.nobody } },
    ok: 204,
    isOwned: true,
  },
};
