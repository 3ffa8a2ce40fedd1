import { useQuery } from '@tanstack/react-query';
import type { loggedKeys } from '@volume/contract/request-log/labels.ts';
import { useMemo } from 'react';
import { apiKeyTitles } from '#features/settings/api-keys/api-key-settings.ts';
import { namedKeysQuery } from '#platform/queries/named-keys-query.ts';
import type { Scope } from '#platform/scope.ts';

export const keyLabels = { ...apiKeyTitles, NOT_ACCEPTED: 'Not accepted' } satisfies Record<
  (typeof loggedKeys)[number],
  string
>;
export const revokedKey = 'A key that was revoked';

/** The labels of the selected keys, and of those without a name. Reads the named keys only when one is selected. */
export function useKeyLabels(scope: Scope, selected: readonly string[] = []): Readonly<Record<string, string>> {
  const ids = selected.filter((each) => !(each in keyLabels)).join();
  const { data } = useQuery({ ...namedKeysQuery(scope), enabled: ids !== '' });
  return useMemo(() => {
    if (ids === '') return keyLabels;
    const names = new Map(data?.map(({ keyId, name }) => [keyId, name]));
    const unknown = data === undefined ? 'A named key' : revokedKey;
    return { ...keyLabels, ...Object.fromEntries(ids.split(',').map((id) => [id, names.get(id) ?? unknown])) };
  }, [ids, data]);
}
