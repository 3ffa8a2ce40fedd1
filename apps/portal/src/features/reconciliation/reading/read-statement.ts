import { decodeText } from './decode-text.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { readMt940 } from './read-mt940.ts';
import { type BankStatement, type ColumnMap, UnreadableStatement } from './statement.ts';

const megabyte = 1_000_000;

/** Larger ones are years of lines: a browser has to hold them all. */
export const mostBytes = 100 * megabyte;

/** Says of a file too large to be read that it is. @throws UnreadableStatement */
export function refuseLarge(bytes: number): void {
  if (bytes <= mostBytes) return;
  throw new UnreadableStatement(
    `This file has ${Math.round(bytes / megabyte).toLocaleString('en-GB')} MB; ${mostBytes / megabyte} MB can be read. Download the statement for a shorter period.`,
  );
}

/**
 * A bank statement of any of the three kinds, told by what stands in it, not by its name.
 * @throws UnreadableStatement with a sentence for people; UnknownColumns where somebody has to say what a CSV's columns are
 */
export function readStatement(bytes: Uint8Array, columns?: ColumnMap): BankStatement {
  refuseLarge(bytes.length);
  if (bytes.length === 0) throw empty();
  const text = decodeText(bytes);
  if (text.trim() === '') throw empty();
  const statement = readText(text, columns);
  if (statement.lines.length === 0) {
    throw new UnreadableStatement(
      'This statement has no booked lines. Download one for a period in which money moved.',
    );
  }
  return statement;
}

const empty = () => new UnreadableStatement('This file is empty. Download the statement again from your bank.');

function readText(text: string, columns?: ColumnMap): BankStatement {
  const start = text.slice(0, 2000);
  if (/^\s*</.test(start)) return readCamt(text);
  if (/^(\{\d:.*)?:20:/m.test(start) || /^:25P?:/m.test(start)) return readMt940(text);
  return readCsv(text, columns);
}
