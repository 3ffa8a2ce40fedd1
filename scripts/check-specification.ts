import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/run-command.mjs';

const document = 'docs/specification.md';
/** A test as the document names it: `file` › "title". */
const namedTest = /`([^`]+)` › "(.+?)"(?=, `|$)/g;
/** A title stands first in a call of test, it or describe, or in what .each answers. */
const title = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** What the document of the specification names and does not exist; empty when all of it does. */
export function checkSpecification(
  text = readFileSync(join(root, document), 'utf8'),
  read: (file: string) => string | undefined = readIfThere,
): string {
  const headings = [...text.matchAll(/^## (\d)\. /gm)].map(([, number]) => number);
  const missing = sections.filter((section) => !headings.includes(section));
  return [
    ...missing.map((section) => `${document}: section ${section} is missing`),
    ...rowsOf(text).flatMap((row) => faultsOf(row, read)),
  ].join('\n');
}

/** Every row of a table but its head. */
function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => /^\| (?!Rule |-)/.test(line));
}

function faultsOf(row: string, read: (file: string) => string | undefined): string[] {
  const [, rule = '', where = '', held = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const words = `${document}: "${rule.slice(0, 60)}"`;
  const tests = [...held.matchAll(namedTest)];
  if (tests.length === 0 && !held.startsWith('Not shown')) return [`${words} names no test`];
  const places = [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
  return [
    ...places.filter((file) => read(file) === undefined).map((file) => `${words}: ${file} does not exist`),
    ...tests
      .filter(([, file = '', name = '']) => !titlesOf(read(file)).includes(name))
      .map(([, file, name]) => `${words}: ${file} has no test "${name}"`),
  ];
}

function titlesOf(source: string | undefined): string[] {
  return [...(source ?? '').matchAll(title)].map(([, , name = '']) => name.replaceAll("\\'", "'"));
}

function readIfThere(file: string): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  // A room is a place too.
  return statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8');
}
