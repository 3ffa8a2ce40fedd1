import { decodeText } from './decode-text.ts';
import { addCounts, joinPages } from './join-pages.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { readMt940 } from './read-mt940.ts';
import { refuseOtherFormats } from './other-formats.ts';
import { isOfx, readOfx } from './read-ofx.ts';
import { isZip } from './unzip.ts';
import {
  type BankStatement,
  type ColumnMap,
  type CsvOptions,
  describeLeftOut,
  UnreadableStatement,
} from './statement.ts';

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
 * Reads a bank statement in any of the four formats, detected from the content, not from the file name. Returns a list
 * where the file has several accounts or currencies.
 * @throws UnreadableStatement with a sentence for the user; UnknownColumns when the user has to map a CSV's columns
 */
export function readStatement(bytes: Uint8Array, columns?: ColumnMap): BankStatement | BankStatement[] {
  const statements = keepMoved(readAll(bytes, columns));
  const [first, ...others] = statements;
  return first && others.length === 0 ? first : statements;
}

/**
 * Reads all statements of a file, also those without lines.
 * @throws what readStatement throws
 */
export function readAll(bytes: Uint8Array, columns?: ColumnMap, options?: CsvOptions): BankStatement[] {
  refuseLarge(bytes.length);
  if (bytes.length === 0) throw empty();
  refuseArchive(bytes);
  const text = decodeText(bytes);
  if (text.trim() === '') throw empty();
  return readText(text, columns, options);
}

/** @throws UnreadableStatement when no statement has a booked line */
export function keepMoved(statements: readonly BankStatement[]): BankStatement[] {
  const moved = statements.filter(({ lines, leftOut }) => lines.length + leftOut > 0);
  if (moved.every(({ lines }) => lines.length === 0)) throw noLines(moved);
  return moved;
}

function refuseArchive(bytes: Uint8Array): void {
  if (isZip(bytes)) throw new UnreadableStatement('This is a ZIP. Unpack it and choose the statement inside.');
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new UnreadableStatement('This is a compressed file (GZIP). Unpack it and choose the statement inside.');
}

const empty = () => new UnreadableStatement('This file is empty. Download the statement again from your bank.');

function noLines(statements: readonly BankStatement[]): UnreadableStatement {
  const reasons = describeLeftOut(statements.reduce((all, each) => addCounts(all, each.leftOutBecause), {}));
  return new UnreadableStatement(
    `This statement has no booked lines${reasons === '' ? '' : ` (left out: ${reasons})`}. Download one for a period in which money moved.`,
  );
}

function readText(text: string, columns?: ColumnMap, options?: CsvOptions): BankStatement[] {
  const start = text.slice(0, 2000);
  if (isOfx(start)) return joinPages(readOfx(text));
  if (/^\s*</.test(start)) return joinPages(readCamt(text));
  if (/^(\{\d:.*)?:20:/m.test(start) || /^:25P?:/m.test(start)) return joinPages(readMt940(text));
  refuseOtherFormats(start);
  return [readCsv(text, columns, options)].flat();
}
