import { apiPathPrefix } from '@volume/contract/headers.ts';
import { PortalSettings } from '@volume/contract/portal/settings.ts';
import * as z from 'zod/mini';

declare const __COMMIT__: string | undefined;

/** Commit id of this build, sent with every request (§7 Common). */
export const buildCommit: string = typeof __COMMIT__ === 'string' ? __COMMIT__ : 'development';

/** A missing or invalid start-up setting, named in the message; the portal does not start (§1). */
export class SettingsError extends Error {
  readonly setting: string;
  constructor(setting: string, reason: string) {
    super(`The setting ${setting} ${reason}`);
    this.name = 'SettingsError';
    this.setting = setting;
  }
}

let known: PortalSettings | undefined;

/**
 * The start-up settings from the page's JSON block `#settings`, parsed once (§1).
 * @throws SettingsError naming the first invalid setting
 */
export function readSettings(): PortalSettings {
  known ??= parseSettings(document.getElementById('settings')?.textContent ?? '');
  return known;
}

/** @throws SettingsError naming the first invalid setting */
export function parseSettings(text: string): PortalSettings {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new SettingsError('block', 'cannot be read');
  }
  const parsed = z.safeParse(PortalSettings, given);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0] ?? 'block');
  const isGiven = typeof given === 'object' && given !== null && name in given;
  throw new SettingsError(name, isGiven ? 'is not valid' : 'is missing');
}

/** The URL of a path below the API prefix; accepts a base with a trailing slash. */
export function apiUrl(path: string): string {
  return `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/${apiPathPrefix}/${path}`;
}

/** The API reference of our own server, or one of its guides (contract §2). */
export function docsHref(guide = ''): string {
  return `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/docs${guide && `/guides/${guide}`}`;
}

const supportTag = '[Merchant Portal]';

/** A mailto link to support; its subject is the portal's tag and the trace id of an API error, if any (§2). */
export function supportHref(traceId?: string): string {
  return mailHref(traceId ? `${supportTag} ${traceId}` : supportTag);
}

/** A mailto link to support with this subject; also works without valid settings. */
export function mailHref(subject: string): string {
  return `mailto:${known?.supportEmail ?? 'support@volumepay.io'}?subject=${encodeURIComponent(subject)}`;
}
