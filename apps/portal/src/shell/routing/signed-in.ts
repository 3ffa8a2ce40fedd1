import type { QueryClient } from '@tanstack/react-query';
import { KnownGenericError } from '#platform/errors.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

let client: QueryClient | undefined;

/**
 * The query cache of the session. It is created by the first signed-in page, so that sign-in does not wait for it, and removed
 * when the session ends in any tab.
 */
export function portalQueryClient(): QueryClient {
  if (client) return client;
  const created = createQueryClient();
  const stopListening = subscribeSession((change) => {
    const isOver = change.kind === 'signed-out' || (change.kind === 'elsewhere' && readSession().kind === 'none');
    if (!isOver) return;
    stopListening();
    client = undefined;
    // Components that are still mounted, and pages whose code arrives late, must not send further requests.
    created.setDefaultOptions({ queries: { enabled: false } });
    created.fetchQuery = () => Promise.reject(new KnownGenericError('You’ve been signed out.'));
    created.clear();
  });
  client = created;
  return created;
}

/** The first application of a merchant; undefined when it has none or cannot be read, which the layout reports. */
export async function firstApplication(queryClient: QueryClient, merchantId: string): Promise<string | undefined> {
  const merchant = await queryClient.ensureQueryData(merchantQuery(merchantId)).catch(() => undefined);
  return merchant?.applications[0]?.applicationId;
}
