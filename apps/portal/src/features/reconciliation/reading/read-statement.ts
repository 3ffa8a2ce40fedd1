import { decodeText } from './decode-text.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { readMt940 } from './read-mt940.ts';
import { type BankStatement, type ColumnMap, UnreadableStatement } from './statement.ts';

const megabyte = 1_000_000;

/** The browser keeps all lines in memory; a larger file covers years. */
export const mostBytes = 100 * megabyte;

/** @throws UnreadableStatement when the file is too large */
export function refuseLarge(bytes: number): void {
  if (bytes <= mostBytes) return;
  throw new UnreadableStatement(
    `This file has ${Math.round(bytes / megabyte).toLocaleString('en-GB')} MB; ${mostBytes / megabyte} MB can be read. Download the statement for a shorter period.`,
  );
}

/**
 * Reads a bank statement in any of the three formats, detected from the content, not from the file name.
 * @throws UnreadableStatement with a sentence for the user; UnknownColumns when the user has to map a CSV's columns
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
