import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { root } from '#scripts/run-command.mjs';

const head = `# Sentences

The texts of screens, mails and pay pages, by feature and file. \`…\` replaces the variable parts. Made from the code by
\`npm run documents -- sentences\` (decision 29).`;

/** `npm run documents -- sentences`: all texts that users read. */
export function sentencesPage(): string {
  const rooms = new Map<string, string[]>();
  for (const file of sourceFiles()) {
    const sentences = sentencesOf(file, readFileSync(join(root, file), 'utf8'));
    if (sentences.length === 0) continue;
    const [, room = '', name = ''] = /^(.*?\/src\/(?:features\/)?[^/]+)\/?(.*)$/.exec(file) ?? [];
    const list = sentences.map((text) => `- ${text}`).join('\n');
    rooms.set(room, [...(rooms.get(room) ?? []), `${name && `\`${name}\`\n\n`}${list}`]);
  }
  return `${head}\n\n${[...rooms].map(([room, parts]) => `## ${room}\n\n${parts.join('\n\n')}`).join('\n\n')}\n`;
}

/** The source files with texts for users, in the document's order. Excludes tests, samples, commands and log messages. */
function sourceFiles(): string[] {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\n')
    .filter((file) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(file) && existsSync(join(root, file)))
    .filter((file) => !/\.(test|gen)\.tsx?$|\/(boot|testing|demo|sample-data|node|audits|database)\//.test(file))
    .toSorted((a, b) => Number(a.startsWith('apps/api')) - Number(b.startsWith('apps/api')) || (a < b ? -1 : 1));
}

/** Every sentence, label and word on screen of one file, once, in the order of the code. */
export function sentencesOf(file: string, source: string): string[] {
  const found = new Set<string>();
  const apart: { start: number; end: number }[] = [];
  const isWithin = (start: number): boolean => apart.some((range) => range.start <= start && start < range.end);
  const take = (text: string): void => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}/u.test(plain)) found.add(plain);
  };
  const takeSentence = (text: string): void => (isSentence(text) ? take(text) : undefined);
  new Visitor({
    JSXElement: ({ children }) => take(textOf(children)),
    JSXFragment: ({ children }) => take(textOf(children)),
    JSXAttribute: ({ name, value, start, end }) => {
      if (name.name === 'className') apart.push({ start, end });
      if (value?.type === 'Literal' && typeof value.value === 'string' && isLabel(name)) take(value.value);
    },
    // SQL queries.
    TaggedTemplateExpression: ({ quasi }) => void apart.push(quasi),
    Literal: ({ value, start }) => (typeof value === 'string' && !isWithin(start) ? takeSentence(value) : undefined),
    TemplateLiteral: ({ start, quasis }) =>
      isWithin(start) ? undefined : takeSentence(quasis.map(({ value }) => value.raw).join('…')),
  }).visit(parseSync(file, source).program);
  return [...found];
}

const isLabel = ({ name }: ESTree.JSXAttribute['name']): boolean =>
  typeof name === 'string' && /^(aria-label|alt|heading|hint|label|placeholder|summary|text|title)$/.test(name);

/** At least two words that start like a sentence or a label, unlike classes and keys. */
const isSentence = (text: string): boolean =>
  /^[\p{Lu}…“‘].*\s\p{L}+([\s.,:;?!’…]|$)/su.test(text) || /^\p{L}.* .*\p{L}[.?!]$/su.test(text);

/** The text of an element. Nested elements and expressions between words are part of the sentence. */
function textOf(children: ESTree.JSXChild[]): string {
  const says = (child: ESTree.JSXChild): boolean => child.type === 'JSXText' && child.value.trim() !== '';
  if (!children.some(says)) return '';
  return children
    .map((child) => {
      if (child.type === 'JSXText') return child.value;
      if (child.type === 'JSXElement') return textOf(child.children) || '…';
      const isBlank = child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal';
      return isBlank ? ' ' : '…';
    })
    .join('');
}
