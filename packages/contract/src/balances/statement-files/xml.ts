import { shorten } from './statement-file.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML cannot contain, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** An element with content that is XML already; nothing without content. */
export function element(name: string, ...content: string[]): string {
  const inside = content.join('');
  return inside === '' ? '' : `<${name}>${inside}</${name}>`;
}

/** An element with a text of at most `most` characters; nothing for an empty text. */
export function textElement(name: string, text: string, most: number): string {
  const clean = shorten(text.replaceAll(forbidden, '').replaceAll(/\s+/g, ' ').trim(), most);
  return element(
    name,
    clean.replaceAll(/[&<>]/g, (character) => entities[character] ?? ''),
  );
}
