import { merchantId } from '#e2e/fake-provider/world.ts';

/** A merchant's fee with a planned change. */
export const merchantFee = {
  merchantId,
  percentage: 0.9,
  today: '2026-03-01',
  planned: {
    percentage: 0.5,
    validFrom: '2026-04-01',
    setBy: 'ada@fake-provider.example',
    setAtUtc: '2026-03-01T10:00:00.000',
    reason: 'New contract',
  },
  history: [{ percentage: 0.9, validFrom: null, setBy: null, setAtUtc: null, reason: null }],
  version: '"1"',
};

export const feeStatement = {
  merchantId,
  companyName: 'Fake Provider Shop',
  month: '2026-02',
  isSoFar: false,
  underWay: 1,
  currencies: [
    {
      currency: 'GBP',
      count: 2,
      amount: 24.23,
      fee: 0.22,
      lines: [{ percentage: 0.9, from: '2026-02-01', to: '2026-02-28', count: 2, amount: 24.23, exactFee: '0.21807' }],
      returned: { count: 1, amount: 3.5 },
    },
  ],
};

const figures = { currency: 'GBP', count: 2, amount: 24.23, fee: 0.22 };
export const feeRow = { merchantId, companyName: 'Fake Provider Shop', ...figures };
export const feeTotals = { isSoFar: false, totals: [figures] };

const sum = { count: 2, amount: null, share: null };
export const explanation = {
  figure: 'PAY_INS',
  atUtc: '2026-03-01T10:00:00.000',
  filters: {},
  currency: null,
  hidden: null,
  parts: [{ part: 'STATUS', key: 'SETTLED', sign: 'PLUS', count: 2, amount: null, exact: null, rate: null }],
  total: sum,
  shown: sum,
  difference: { count: 0, amount: null, share: null },
  onStatement: null,
  traceId: 'trace-of-an-explanation',
};
