/**
 * The files and folders whose amounts are not a sum, balance or count: each is the amount of one payment, order or line, a limit,
 * or part of a sentence about the next step. Every other amount on a screen is in a `<Figure>`, which explains it.
 */
const ownAmounts: Record<string, string> = {
  'approvals/': 'one order, or a limit; the list counts the orders that it shows',
  'balances/account-columns.tsx': 'a limit',
  'balances/account-facts.tsx': 'the balance after an order that is being written',
  'balances/account-figure.tsx': 'given to a figure as a constant',
  'balances/low-balance-dialog.tsx': 'a limit, and what is available while it is set',
  'balances/pay-out/': 'the order that is being written',
  'balances/statement/statement-list.tsx': 'one entry, and the balance after it',
  'balances/statement/statement-page.tsx': 'the balance before a page, which is that of an entry',
  'bulk/':
    'one row of a job, or the orders that are being prepared, whose rows are listed below; the page of a job has its figures',
  'exchange/': 'one exchange; what is available is a figure of its account',
  'explain/leg-columns.tsx': 'one row or entry of an explanation',
  'fees/fee-lines.tsx': 'the pay-ins of one rate, which are a link to their list',
  'fees/fees-page.tsx':
    'the amount of a row is the figure of its statement; the pay-ins of found merchants are a part of the figure above them',
  'merchants/merchant-list.tsx': 'given to a figure as a constant',
  'overview/latest.tsx': 'one payment',
  'overview/revenue-chart.tsx': 'a bar of the chart, which is a link to its list; its table has the figures',
  'overview/revenue-section.tsx': 'the previous period, next to the figure',
  'pay-ins/': 'one payment or refund; what was refunded so far adds up the refunds that are listed with it',
  'payment-links/': 'one payment link',
  'payouts/payout-sheet.tsx': 'one payout',
  'reconciliation/':
    'lines of a bank statement, which only this browser knows; every count is a link to exactly its lines',
};

const sum = /<Money\b|\bmoneyCell\(|\bformatMoney\(/g;
const mark = /<\/?(?:Status)?Figure\b/g;

/** Amounts on screens that are neither in a figure nor in a file whose amounts need none; one line for each. */
export function findUnmarked(files: readonly { file: string; text: string }[]): string[] {
  return files.flatMap(({ file, text }) => {
    const [, name = ''] = /^apps\/portal\/src\/features\/(.+\.tsx)$/.exec(file) ?? [];
    if (name === '' || Object.keys(ownAmounts).some((own) => name.startsWith(own))) return [];
    const marks = [...text.matchAll(mark)];
    return Array.from(text.matchAll(sum), ({ index }) => index)
      .filter((at) => marks.findLast((each) => each.index < at)?.[0].startsWith('</') !== false)
      .map((at) => `${file}:${text.slice(0, at).split('\n').length}: draw a sum in a <Figure>, which explains it`);
  });
}
