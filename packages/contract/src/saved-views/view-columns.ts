/** The lists with shared views. A user who can read one of the lists can read all of them (contract §8, Who may read). */
export const viewedLists = ['pay-ins', 'payouts', 'approvals'] as const;
export type ViewedList = (typeof viewedLists)[number];

interface ViewColumns {
  /** The columns that a view can show, in the default order; the first is always the first. */
  all: readonly string[];
  /** The columns that every view shows. */
  fixed: readonly string[];
}

/** The columns of each list, by their ids in the portal. */
export const viewColumns: Readonly<Record<ViewedList, ViewColumns>> = {
  'pay-ins': {
    all: ['status', 'amount', 'payer', 'reference', 'order', 'type', 'risk', 'created'],
    fixed: ['status', 'amount'],
  },
  payouts: {
    all: ['status', 'amount', 'to', 'account', 'reference', 'type', 'created'],
    fixed: ['status', 'amount', 'to'],
  },
  approvals: {
    all: ['state', 'amount', 'kind', 'to', 'by', 'created', 'ends'],
    fixed: ['state', 'amount', 'to'],
  },
};
