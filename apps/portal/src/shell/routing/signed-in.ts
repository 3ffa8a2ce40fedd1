import type { QueryClient } from '@tanstack/react-query';
import { KnownGenericError } from '#platform/errors.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { readSession, subscribeSession } from '#platform/session/session.ts';

let client: QueryClient | undefined;

/** The one query cache of a session. It comes with the first signed-in page, so that sign-in does not wait for it, and ends with the session, in whichever tab. */
export function portalQueryClient(): QueryClient {
  if (client) return client;
  const created = createQueryClient();
  const stopListening = subscribeSession((change) => {
    const isOver = change.kind === 'signed-out' || (change.kind === 'elsewhere' && readSession().kind === 'none');
    if (!isOver) return;
    stopListening();
    client = undefined;
    // What is still on the screen asks for nothing more, nor does a page whose code comes late.
    created.setDefaultOptions({ queries: { enabled: false } });
    created.fetchQuery = () => Promise.reject(new KnownGenericError('You’ve been signed out.'));
    created.clear();
  });
  client = created;
  return created;
}

/** The first application of a merchant; undefined when it has none or cannot be read, which the layout tells. */
export async function firstApplication(queryClient: QueryClient, merchantId: string): Promise<string | undefined> {
  const merchant = await queryClient.ensureQueryData(merchantQuery(merchantId)).catch(() => undefined);
  return merchant?.applications[0]?.applicationId;
}
