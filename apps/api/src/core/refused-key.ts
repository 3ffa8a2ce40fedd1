import type { ApiKeySlot } from '@volume/contract/api-keys/api-keys.ts';
import type { RefusedKey } from '@volume/contract/request-log/request-log.ts';
import { documentClock } from '#core/files.ts';

export const apiKeyNames: Record<ApiKeySlot, string> = { PRIMARY: 'Primary key', SECONDARY: 'Secondary key' };

/** `Key “Laptop”, revoked on 3 May 2026`, by the UTC day. */
export function sayRefusedKey({ key, name, ended, endedAtUtc }: RefusedKey): string {
  const said = name === null ? apiKeyNames[key as ApiKeySlot] : `Key “${name}”`;
  return ended === null || endedAtUtc === null
    ? said
    : `${said}, ${ended.toLowerCase()} on ${documentClock().day(endedAtUtc)}`;
}
