import { UsageError } from './failures.ts';

/** The first word, which names the action, and the one after it. */
export function readWords(
  words: readonly string[],
  allowed: Readonly<Record<string, 'alone' | 'with an id'>>,
): { what: string; id: string } {
  const names = Object.keys(allowed);
  const [what = names[0] ?? '', id = '', ...more] = words;
  const takes = Object.hasOwn(allowed, what) ? allowed[what] : undefined;
  if (takes === undefined) throw new UsageError(`${what} is none of: ${names.join(', ')}.`);
  if (takes === 'with an id' && id === '') throw new UsageError(`${what} needs an id.`);
  if (more.length > 0 || (takes === 'alone' && id !== ''))
    throw new UsageError(`There is a word too many: ${[id, ...more].filter(Boolean).join(' ')}.`);
  return { what, id };
}

export function readNumber(text: string | undefined, name: string, usual: number, most: number): number {
  if (text === undefined) return usual;
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1 || Number(text) > most)
    throw new UsageError(`--${name} has to be a number from 1 to ${most}.`);
  return Number(text);
}
