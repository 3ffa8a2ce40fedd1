import type { QueryClient } from '@tanstack/react-query';
import { merchantQuery } from '#platform/merchant-query.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { subscribeSession } from '#platform/session.ts';

let client: QueryClient | undefined;

/** The one query cache of this tab. It comes with the first signed-in page, so that sign-in does not wait for it, and is emptied when the session ends. */
export function portalQueryClient(): QueryClient {
  if (client) return client;
  const created = createQueryClient();
  subscribeSession((change) => {
    if (change.kind === 'signed-out') created.clear();
  });
  client = created;
  return created;
}

/** The first application of a merchant; undefined when it has none or cannot be read, which the layout tells. */
export async function firstApplication(queryClient: QueryClient, merchantId: string): Promise<string | undefined> {
  const merchant = await queryClient.ensureQueryData(merchantQuery(merchantId)).catch(() => undefined);
  return merchant?.applications[0]?.applicationId;
}
