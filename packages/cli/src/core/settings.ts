import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from './failures.ts';

/** Which API, and which application. */
export interface Place {
  /** The base address, without a slash at the end: `https://api.example.com/sandbox`. */
  api: string;
  applicationId: string;
}

/** The secret is never printed. */
export interface Settings extends Place {
  secret: string;
}

/** The settings that `login` stores. */
export interface Login extends Settings {
  merchantId: string;
  keyId: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** `~/.config/volume/settings.json`, `%APPDATA%\volume\settings.json` on Windows, or the file that VOLUME_CONFIG names. */
export function settingsFile(variables: Variables): string {
  const own = variables['VOLUME_CONFIG'];
  if (own) return own;
  const appData = process.platform === 'win32' ? variables['APPDATA'] : undefined;
  const folder = appData ?? (variables['XDG_CONFIG_HOME'] || join(homedir(), '.config'));
  return join(folder, 'volume', 'settings.json');
}

/**
 * The environment's VOLUME_API, VOLUME_APPLICATION_ID and VOLUME_APPLICATION_SECRET, then the file that `login` writes.
 * A key in the file is used only for the API in the file, so that it is never sent to another server.
 */
export async function readSettings(variables: Variables): Promise<Settings> {
  const { secret, ...place } = await readAll(variables);
  if (!secret) throw missing("the application's key", 'VOLUME_APPLICATION_SECRET, or sign in with `volume login`');
  return { ...place, secret };
}

/** The key that `login` has stored; null without one. */
export async function readLogin(variables: Variables): Promise<Login | null> {
  const { api, applicationId, secret, merchantId, keyId } = await readStored(settingsFile(variables));
  return api && applicationId && secret && merchantId && keyId
    ? { api, applicationId, secret, merchantId, keyId }
    : null;
}

/** The address of the API, before there is a key. */
export async function readApi(variables: Variables, given: string | undefined): Promise<string> {
  const api = withoutSlash(given || variables['VOLUME_API'] || (await readStored(settingsFile(variables))).api || '');
  if (api === '') throw missing('the address of the API', 'VOLUME_API, or give --api https://api.example.com/sandbox');
  return api;
}

export async function forgetSettings(variables: Variables): Promise<string> {
  const path = settingsFile(variables);
  await rm(path, { force: true });
  return path;
}

/** For commands that need no key. */
export async function readPlace(variables: Variables): Promise<Place> {
  const { api, applicationId } = await readAll(variables);
  return { api, applicationId };
}

async function readAll(variables: Variables): Promise<Place & { secret: string | undefined }> {
  const file = await readStored(settingsFile(variables));
  const api = withoutSlash(variables['VOLUME_API'] || file.api || '');
  if (api === '') throw missing('the address of the API', 'VOLUME_API, for example https://api.example.com/sandbox');
  if (!isAddress(api))
    throw new UsageError(
      `VOLUME_API has to be an address such as https://api.example.com/sandbox, but it is “${api}”.`,
    );
  const { VOLUME_APPLICATION_ID: id, VOLUME_APPLICATION_SECRET: value } = variables;
  const stored = withoutSlash(file.api ?? '') === api ? file : {};
  // An id and a key of different places do not belong together.
  const isOwn = Boolean(id || value);
  const applicationId = (isOwn ? id : stored.applicationId)?.toLowerCase();
  if (!applicationId) throw missing("the application's id", 'VOLUME_APPLICATION_ID');
  return { api, applicationId, secret: isOwn ? value : stored.secret };
}

/** Only the user who runs the tool can read the file. Another process never sees a half-written one. */
export async function storeSettings(variables: Variables, settings: Settings | Login): Promise<string> {
  const path = settingsFile(variables);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  // The mode of writeFile counts only for a new file.
  await chmod(fresh, 0o600);
  await rename(fresh, path);
  return path;
}

async function readStored(path: string): Promise<Partial<Login>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    const read: unknown = JSON.parse(text);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    if (isObject && Object.values(read).every((value) => typeof value === 'string')) return read;
  } catch {
    // Not JSON: rejected below.
  }
  throw new UsageError(`${path} is not a settings file. Delete it, or write it again.`);
}

const isAddress = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text);
const withoutSlash = (text: string): string => text.trim().replace(/\/+$/, '');
const missing = (what: string, variable: string) => new UsageError(`Missing: ${what}. Set ${variable}.`);
