import { expect, test } from 'vitest';
import { createRandom } from '#features/reconciliation/sample/random.ts';
import { readStatement } from './read-statement.ts';
import { UnknownColumns, UnreadableStatement } from './statement.ts';

const random = createRandom(7);

/** A file with faults in some cells, and how many of its rows are certainly lines of a statement. */
function randomFile(): { text: string; rows: number } {
  let balance = 100_000;
  let day = 0;
  const lines = Array.from({ length: random.between(1, 12) }, () => {
    const amount = random.between(-5000, 5000) || 1;
    balance += amount;
    day += 1;
    const isDated = !random.isOnce(0.1);
    const hasAmount = !isDated || !random.isOnce(0.05);
    const cells = [
      isDated ? `2026-11-${String(day).padStart(2, '0')}` : random.pick(['', '31/11/2026', 'soon', '--']),
      // A row of a balance without a date is the foot of a table.
      random.pick(isDated ? ['Rent', 'INV-12345', 'Opening balance', 'Turnover'] : ['Rent', 'INV-12345']),
      hasAmount ? (amount / 100).toFixed(2) : random.pick(['', 'x', '0.00', '1.2.3']),
      random.pick(['COMPLETED', 'COMPLETED', 'COMPLETED', 'PENDING', 'DECLINED']),
      random.isOnce(0.1) ? '' : (balance / 100).toFixed(2),
    ];
    return cells.join(',');
  });
  return { text: ['Date,Details,Amount,State,Balance', ...lines, ''].join('\n'), rows: lines.length };
}

test('every row of a CSV with faults is a line, or is counted as left out', () => {
  let filesRead = 0;
  for (let file = 0; file < 400; file += 1) {
    const { text, rows } = randomFile();
    try {
      const statements = [readStatement(new TextEncoder().encode(text))].flat();
      const counted = statements.map(({ lines, leftOut }) => lines.length + leftOut);
      expect(
        counted.reduce((sum, count) => sum + count, 0),
        text,
      ).toBe(rows);
      for (const { leftOut, leftOutBecause = {} } of statements)
        expect(Object.values(leftOutBecause).reduce((sum, count) => sum + count, 0)).toBe(leftOut);
      filesRead += 1;
    } catch (error) {
      if (!(error instanceof UnreadableStatement || error instanceof UnknownColumns)) throw error;
    }
  }
  expect(filesRead).toBeGreaterThan(300);
});
