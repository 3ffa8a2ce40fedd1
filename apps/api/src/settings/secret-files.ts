import { portalSettingTexts } from '@volume/contract/portal/setting-texts.ts';
import { portalSettingNames, settingVariable } from '@volume/contract/portal/settings.ts';
import { serverSettings } from './server-settings.ts';
import type { Setting } from './setting.ts';
import { trimmed, type Variables } from './variables.ts';

/** The settings that contain a secret. Each can be in a file instead, named by `…_FILE`. */
export const secretSettings: readonly string[] = [
  ...Object.entries<Setting>(serverSettings).flatMap(([name, { isSecret }]) => (isSecret ? [name] : [])),
  ...portalSettingNames.filter((name) => portalSettingTexts[name].isSecret).map(settingVariable),
];

export type ReadFile = (path: string) => string;

/** Reads secrets from their files. Throws a message that names the setting and never the secret. */
export function withSecretFiles(variables: Variables, readFile?: ReadFile): Variables {
  const read: Record<string, string> = {};
  for (const name of secretSettings) {
    const path = trimmed(variables[`${name}_FILE`]);
    if (path === undefined) continue;
    if (trimmed(variables[name]) !== undefined) {
      throw new Error(`The settings ${name} and ${name}_FILE are both set: leave one of them out.`);
    }
    read[name] = readSecret(`${name}_FILE`, path, readFile);
  }
  return { ...variables, ...read };
}

function readSecret(name: string, path: string, readFile?: ReadFile): string {
  let secret: string;
  try {
    if (!readFile) throw new Error('files are not read here');
    secret = readFile(path).trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The setting ${name} names ${path}, which cannot be read: ${reason}.`, { cause: error });
  }
  if (secret === '') throw new Error(`The setting ${name} names ${path}, which is empty.`);
  return secret;
}
