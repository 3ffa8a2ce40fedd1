import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { document as specification } from '#scripts/check-specification.ts';
import { root } from '#scripts/run-command.mjs';

/** The first words of a paragraph: one word, or all up to a punctuation mark (`Figures answer why)`). */
const beginning = String.raw`[A-Z][a-z-]+(?:(?: [a-z-]+){1,4}(?=[.,;:)]|$))?`;
/** Section numbers with the words that follow them in a comment: `contract §8 Administrators, §9`. */
const numbered = new RegExp(
  String.raw`(?:\b(contract|specification)(?:\.md)?\`?,? *)?((?:§ ?\d+(?:\.\d+)?(?:,? ${beginning})?(?:, +|; +| +and +)?)+)`,
  'g',
);
const section = new RegExp(String.raw`§ ?(\d+)(?:\.\d+)?(?:,? (${beginning}))?`, 'g');
const named = /\b(quality|interface)(?:\.md)?, +([A-Z][A-Za-z ]*[a-z])/g;
const document = /\b(contract|quality|interface|glossary|words)\.md\b/g;
const decision = /\b[Dd]ecision (\d+)\b/g;

export interface Documents {
  /** The text of a document in docs/; undefined when there is none. */
  read: (name: string) => string | undefined;
  decisions: readonly number[];
}

/** Every cited section, document or decision that docs/ does not contain, one per line; empty when there is none. */
export function checkCitations(): string {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|css|md|sql)$/.test(file) && !file.endsWith('citations.test.ts'))
    .filter((file) => existsSync(join(root, file)));
  return files.flatMap((file) => findDeadCitations(file, readFileSync(join(root, file), 'utf8'), docs)).join('\n');
}

/** The dead citations of one text, with file and line. */
export function findDeadCitations(file: string, text: string, { read, decisions }: Documents): string[] {
  // A citation can continue on the comment's next line.
  const line = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, (end) => ' '.padEnd(end.length));
  const dead: string[] = [];
  const say = (index: number, words: string) => {
    const message = `${file}:${text.slice(0, index).split('\n').length}: ${words}`;
    if (!dead.includes(message)) dead.push(message);
  };
  for (const match of line.matchAll(numbered)) {
    const [, name = 'specification', numbers = ''] = match;
    for (const [cited, number = '', words] of numbers.matchAll(section)) {
      const body = sectionOf(read(name), number);
      if (body === undefined) say(match.index, `${name} has no section ${number}`);
      else if (name === 'contract' && words && !hasParagraph(body, words))
        say(match.index, `${name} ${cited}: no paragraph begins with "${words}"`);
    }
  }
  for (const { index, 1: name = '', 2: heading = '' } of line.matchAll(named)) {
    const headings = [...(read(name) ?? '').matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
    if (!headings.some((title) => heading.startsWith(title))) say(index, `${name} has no section "${heading}"`);
  }
  for (const { index, 1: name = '' } of line.matchAll(document))
    if (read(name) === undefined) say(index, `docs/${name}.md does not exist`);
  for (const { index, 1: number } of line.matchAll(decision))
    if (!decisions.includes(Number(number))) say(index, `docs/decisions has no ${number}`);
  return dead;
}

/** Whether a paragraph, an item or a table row begins with these words. */
const hasParagraph = (body: string, words: string): boolean =>
  new RegExp(`^(?:- )?(?:\\*\\*|\\| )${words}`, 'm').test(body);

function sectionOf(text: string | undefined, number: string): string | undefined {
  const start = text?.search(new RegExp(`^## ${number}\\. `, 'm')) ?? -1;
  return start < 0 ? undefined : text?.slice(start).split(/\n(?=## )/, 1)[0];
}

const docs: Documents = {
  read: (name) => {
    const path = join(root, name === 'specification' ? specification : `docs/${name}.md`);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  },
  decisions: readdirSync(join(root, 'docs/decisions')).map((file) => Number.parseInt(file, 10)),
};
