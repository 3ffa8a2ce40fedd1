import type { QueryClient } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { merchantQuery, selectApplication } from './merchant-query.ts';

export interface Scope {
  merchantId: string;
  applicationId: string;
}

/** The application of a screen, from the cached merchant (§4 Selected application). */
export async function loadApplication(
  { queryClient, merchantId }: { queryClient: QueryClient; merchantId: string },
  applicationId: string | undefined,
): Promise<Application> {
  return selectApplication(await queryClient.ensureQueryData(merchantQuery(merchantId)), applicationId);
}
