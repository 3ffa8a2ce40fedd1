import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

/** Written by hand, because no code says which rule it implements. */
export const document = 'scripts/documents/specification.md';
const testFile = /\.(test|spec)\.tsx?$/;
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Finds rules without a place or a test, and files that do not exist. Returns one fault per line. */
export function checkSpecification(
  text = readFileSync(join(root, document), 'utf8'),
  exists: (file: string) => boolean = (file) => existsSync(join(root, file)),
): string {
  const headings = [...text.matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
  const missing = sections.filter((section) => !headings.includes(section));
  return [
    ...missing.map((section) => `${document}: section ${section} is missing`),
    ...rowsOf(text).flatMap((row) => faultsOf(row, exists)),
  ].join('\n');
}

/** Every row of a table except its header. */
function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => /^\| (?!Rule |-)/.test(line));
}

function faultsOf(row: string, exists: (file: string) => boolean): string[] {
  const [, rule = '', where = '', held = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const words = `${document}: "${rule.slice(0, 60)}"`;
  const [places, tests] = [filesIn(where), filesIn(held).filter((file) => testFile.test(file))];
  return [
    ...(places.length === 0 ? [`${words} has no place`] : []),
    ...(tests.length === 0 && !held.startsWith('Not shown') ? [`${words} names no test file`] : []),
    ...[...places, ...tests].filter((file) => !exists(file)).map((file) => `${words}: ${file} does not exist`),
  ];
}

const filesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
