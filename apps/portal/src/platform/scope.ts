import type { QueryClient } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { merchantQuery, selectApplication } from './merchant-query.ts';

/** The application a screen works for, as the paths of its calls name it. */
export interface Scope {
  merchantId: string;
  applicationId: string;
}

/** The application a screen works for, from the merchant as it is known (§4 Selected application). */
export async function loadApplication(
  { queryClient, merchantId }: { queryClient: QueryClient; merchantId: string },
  applicationId: string | undefined,
): Promise<Application> {
  return selectApplication(await queryClient.ensureQueryData(merchantQuery(merchantId)), applicationId);
}
