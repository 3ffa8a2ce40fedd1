import { type NameOf, serverSettings, type SettingName } from './server-settings.ts';
import { formOf } from './setting.ts';

/** Environment variables. All readers here throw a message that names the invalid setting. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A trimmed setting; undefined when it is missing or empty. */
export function text(variables: Variables, name: SettingName): string | undefined {
  return trimmed(variables[name]);
}

/** The same for a setting with a default. */
export function textOrDefault(variables: Variables, name: NameOf<{ default: string }>): string {
  return text(variables, name) ?? serverSettings[name].default;
}

export function trimmed(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}

/** Throws. Pass `…` for a value that contains a password, and the empty string for a missing one. */
export function refuse(name: SettingName, value: string, wanted: string = formOf(serverSettings[name])): never {
  const found = value === '' ? 'and is missing' : `not ${JSON.stringify(value)}`;
  throw new Error(`The setting ${name} must be ${wanted}, ${found}.`);
}

/** An integer within the setting's bounds, or its default. */
export function wholeNumber(variables: Variables, name: NameOf<{ least: number }>): number {
  const { default: given, least, most } = serverSettings[name];
  const value = text(variables, name);
  if (value === undefined) return given;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  return number >= least && number <= most ? number : refuse(name, value);
}

type ChoiceName = NameOf<{ values: readonly string[] }>;

/** One of the setting's values; the first is the default. */
export function choice<N extends ChoiceName>(
  variables: Variables,
  name: N,
): (typeof serverSettings)[N]['values'][number] {
  const { values } = serverSettings[name];
  const value = text(variables, name) ?? values[0];
  return values.find((known) => known === value) ?? refuse(name, value);
}
