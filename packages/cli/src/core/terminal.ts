/** Where a command prints: results to stdout, errors and progress to stderr. */
export interface Terminal {
  print: (line: string) => void;
  /** To stderr. */
  note: (line: string) => void;
  /** The environment variables. */
  variables: Readonly<Record<string, string | undefined>>;
  readInput: () => Promise<Uint8Array>;
}

type Column<Row> = readonly [title: string, cell: (row: Row) => unknown];

/** Prints rows as a table for people, or as JSON for scripts. */
export function printRows<Row>(
  { print, note }: Terminal,
  {
    rows,
    columns,
    isJson,
    none,
  }: { rows: readonly Row[]; columns: readonly Column<Row>[]; isJson: boolean; none: string },
): void {
  if (isJson) return print(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return note(none);
  const lines = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => plain(cell(row))))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  for (const line of lines)
    print(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** One object as a list of its fields, or as JSON. */
export function printFields(
  { print }: Terminal,
  value: unknown,
  fields: Record<string, unknown>,
  isJson: boolean,
): void {
  if (isJson) return print(JSON.stringify(value, null, 2));
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, field] of Object.entries(fields)) print(`${name.padEnd(width)}  ${plain(field)}`);
}

/** Text from elsewhere cannot move the cursor or change colours. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return String(value).replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?');
}
