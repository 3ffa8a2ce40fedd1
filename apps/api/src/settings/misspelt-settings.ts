import { portalSettingNames, settingVariable } from '@volume/contract/portal/settings.ts';
import { secretSettings } from './secret-files.ts';
import { serverSettings } from './server-settings.ts';
import type { Variables } from './variables.ts';

const files = secretSettings.map((name) => `${name}_FILE`);
const known = [...Object.keys(serverSettings), ...portalSettingNames.map(settingVariable), ...files];
/** Shorter names, such as PORT, resemble too many other variables. */
const shortest = 6;
const mostEdits = 2;

export interface Misspelt {
  name: string;
  /** The setting that the name resembles. */
  setting: string;
}

/** The variables that are no setting and resemble one, which the server ignores. */
export function findMisspelt(variables: Variables): Misspelt[] {
  return Object.keys(variables).flatMap((name) => {
    if (name.length < shortest || known.includes(name)) return [];
    const setting = known.find((other) => other.length >= shortest && countEdits(name, other) <= mostEdits);
    return setting === undefined ? [] : [{ name, setting }];
  });
}

/** The number of letters to add, remove or replace that turn one text into the other (Levenshtein distance). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[column - 1], row[column], row[column - 1]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === other[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
