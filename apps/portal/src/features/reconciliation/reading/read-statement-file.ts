import { joinPages } from './join-pages.ts';
import { keepMoved, mostBytes, readAll, refuseLarge } from './read-statement.ts';
import {
  type BankStatement,
  type ColumnMap,
  type CsvOptions,
  UnknownColumns,
  UnreadableStatement,
} from './statement.ts';
import { isZip, unzip } from './unzip.ts';

/**
 * Reads a file as a bank hands it out: a statement, or a ZIP of statements, which are joined by account and currency.
 * @throws UnreadableStatement with a sentence for the user; UnknownColumns when the user has to map a CSV's columns
 */
export async function readStatementFile(
  bytes: Uint8Array,
  columns?: ColumnMap,
  options?: CsvOptions,
): Promise<BankStatement[]> {
  refuseLarge(bytes.length);
  if (!isZip(bytes)) return keepMoved(readAll(bytes, columns, options));
  const files = await unzip(bytes, mostBytes);
  const [only, ...others] = files;
  if (!only) throw new UnreadableStatement('This ZIP is empty. Download the statement again from your bank.');
  if (others.length === 0) return keepMoved(readAll(only.bytes, columns, options));
  const read = files.map(({ name, bytes: inside }) => ({ name, statements: readInside(name, inside) }));
  const statements = read.flatMap((each) => each.statements);
  // OFX, QFX and QBO are the same format, in which banks write the same lines for different programs.
  const kinds = read.flatMap(({ name, statements: [first] }) =>
    first?.format === 'OFX' ? name.replace(/^.*\./, '').toLowerCase() : (first?.format ?? []),
  );
  if (new Set(kinds).size > 1) {
    throw new UnreadableStatement(
      'This ZIP has statements in several formats, which may be the same lines twice. Unpack it and choose one of them.',
    );
  }
  return keepMoved(joinPages(statements));
}

function readInside(name: string, bytes: Uint8Array): BankStatement[] {
  try {
    return readAll(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableStatement || error instanceof UnknownColumns)) throw error;
    throw new UnreadableStatement(
      `“${name}” in this ZIP cannot be read: ${error.message} Or unpack the ZIP and choose the statement.`,
    );
  }
}
