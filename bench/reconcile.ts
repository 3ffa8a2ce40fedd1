import { loadavg } from 'node:os';
import { csvAmount, toCsvLine } from '@volume/contract/csv.ts';
import { readPayments } from '#portal/features/reconciliation/matching/books.ts';
import { matchStatement } from '#portal/features/reconciliation/matching/match-statement.ts';
import { readStatement } from '#portal/features/reconciliation/reading/read-statement.ts';
import { isoDay } from '#portal/features/reconciliation/reading/statement.ts';
import { judge } from '#portal/features/reconciliation/sample/judge.ts';
import { type Sample, sampleStatement } from '#portal/features/reconciliation/sample/sample-statement.ts';

// A statement of 50,000 lines against 100,000 payments, both as the text they come in: read and matched by the code the page's worker runs,
// here in Node, whose engine is Chromium's. The right answer is known. Exit code 1 when a promise is missed.
const promised = { ms: 10_000, rightShare: 0.9 };

const sample = sampleStatement(7, 50_000, 50_000);
const bank = new TextEncoder().encode(bankText(sample));
const payments = paymentsText(sample);

const begun = performance.now();
const cpu = process.cpuUsage();
const statement = readStatement(bank);
const entries = readPayments(payments);
const read = performance.now();
const matches = matchStatement({ lines: statement.lines, entries });
const matched = performance.now();
const { user, system } = process.cpuUsage(cpu);

const verdict = judge({ ...sample, lines: statement.lines, entries }, matches);
const rightShare = verdict.proposedRight / verdict.proposed;
console.log(`lines ${statement.lines.length}, payments ${entries.length}, load ${loadavg()[0]?.toFixed(1)}`);
console.log(
  `read ${Math.round(read - begun)} ms, matched ${Math.round(matched - read)} ms, promised ${promised.ms} for both`,
);
console.log(`processor time ${Math.round((user + system) / 1000)} ms, collecting garbage beside it included`);
console.log(`exact: ${verdict.exactFound} found, ${verdict.exactMissed} missed, ${verdict.exactWrong} wrong`);
console.log(`proposed: ${verdict.proposed}, of them right ${(100 * rightShare).toFixed(1)}%`);
for (const [situation, { of, found }] of Object.entries(verdict.found))
  console.log(`  ${situation}: ${found} of ${of}`);
const isKept =
  matched - begun <= promised.ms &&
  verdict.exactMissed === 0 &&
  verdict.exactWrong === 0 &&
  rightShare >= promised.rightShare;
process.exitCode = isKept ? 0 : 1;

function bankText({ lines }: Sample): string {
  const rows = lines.map(({ day, amount, name, reference, text, currency }) =>
    toCsvLine([isoDay(day), name, reference, text, csvAmount(amount), currency]),
  );
  return toCsvLine(['Date', 'Name', 'Reference', 'Description', 'Amount', 'Currency']) + rows.join('');
}

/** As `GET payments/export` writes the columns that are read. */
function paymentsText({ entries: all }: Sample): string {
  const header = ['Created (UTC)', 'Payment id', 'Merchant payment id', 'Status', 'Currency', 'Amount', 'Payer'];
  const rows = all.map(({ atUtc, id, references, status, currency, amount, name }) =>
    toCsvLine([atUtc, id, references[0] ?? '', status, currency, csvAmount(amount), name]),
  );
  return toCsvLine(header) + rows.join('');
}
