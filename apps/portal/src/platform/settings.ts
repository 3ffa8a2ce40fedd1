import { apiPathPrefix } from '@volume/contract/headers.ts';
import { PortalSettings } from '@volume/contract/portal-settings.ts';
import * as z from 'zod/mini';

// Compiling schemas with `new Function` would need unsafe-eval in the policy.
z.config({ jitless: true });

declare const __COMMIT__: string | undefined;

/** Commit id of this build; every call names it (§7 Common). */
export const buildCommit: string = typeof __COMMIT__ === 'string' ? __COMMIT__ : 'development';

/** A start-up setting that is missing or wrong stops the start and is named (§1). */
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
 * The start-up settings from the JSON block `#settings` of the page, parsed once (§1).
 * @throws SettingsError naming the first wrong setting
 */
export function readSettings(): PortalSettings {
  known ??= parseSettings(document.getElementById('settings')?.textContent ?? '');
  return known;
}

/**
 * Settings from the text of the block.
 * @throws SettingsError naming the first wrong setting
 */
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

/** The full address of a call, given its path below the API prefix; a trailing slash of the base is forgiven. */
export function apiUrl(path: string): string {
  return `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/${apiPathPrefix}/${path}`;
}

/** The reference that our own API serves beside its calls, or one of the guides below it (contract §2). */
export function docsHref(guide = ''): string {
  return `${readSettings().apiBaseUrl.replace(/\/+$/, '')}/docs${guide && `/guides/${guide}`}`;
}

const supportTag = '[Merchant Portal]';

/** Mail to support; the subject is the portal's tag, plus the trace id of an API error (§2). */
export function supportHref(traceId?: string): string {
  return mailHref(traceId ? `${supportTag} ${traceId}` : supportTag);
}

/** Mail to support with this subject; works before the settings could be read. */
export function mailHref(subject: string): string {
  return `mailto:${known?.supportEmail ?? 'support@volumepay.io'}?subject=${encodeURIComponent(subject)}`;
}
