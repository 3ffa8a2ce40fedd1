export interface ExportFigures {
  rows: number;
  rowsPerSecond: number;
  /** How many bytes the process's peak memory in the last three quarters exceeds that of the first quarter. */
  growth: number;
}

const promised = { rowsPerSecond: 20_000, growth: 64 * 1024 * 1024 };
const LINE_END = 10;

/** Reads a streamed export to its end as fast as possible, without storing it, and records the process's memory. */
export async function measureExport(answer: Response): Promise<ExportFigures> {
  const start = performance.now();
  const memory: number[] = [];
  let lines = 0;
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk as Uint8Array) if (byte === LINE_END) lines += 1;
    memory.push(process.memoryUsage.rss());
  }
  const seconds = (performance.now() - start) / 1000;
  const quarter = Math.ceil(memory.length / 4);
  const largest = (of: readonly number[]) => of.reduce((most, value) => Math.max(most, value), 0);
  const growth = Math.max(0, largest(memory.slice(quarter)) - largest(memory.slice(0, quarter)));
  return { rows: lines - 1, rowsPerSecond: (lines - 1) / seconds, growth };
}

/** Prints a table row and returns whether the promise was kept; the speed of an export with few rows is not judged. */
export function printExport(name: string, { rows, rowsPerSecond, growth }: ExportFigures): boolean {
  const isKept = growth <= promised.growth && (rows < 10_000 || rowsPerSecond >= promised.rowsPerSecond);
  const figures = [rows, Math.round(rowsPerSecond)].map((value) => String(value).padStart(8)).join('');
  const grown = `${(growth / 1024 / 1024).toFixed(0).padStart(5)} MB`;
  console.log(`${isKept ? '✓' : '✗'} ${name.padEnd(32)}${figures}${grown}   ≥ 20000 rows/s, ≤ 64 MB more`);
  return isKept;
}
