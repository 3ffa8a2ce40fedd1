import type { Application } from '@volume/contract/merchants.ts';
import type { Queries } from '#database/database.ts';
import { notFound } from '#core/problem.ts';
import { readMerchants } from '#database/merchants/read-merchants.ts';

/** One application as the wire says it; 404 when the merchant has none such. */
export async function findApplication(
  queries: Queries,
  { merchantId, applicationId }: { merchantId: string; applicationId: string },
): Promise<Application> {
  const [merchant] = await readMerchants(queries, merchantId);
  const application = merchant?.applications.find((each) => each.applicationId === applicationId);
  if (!application) throw notFound('This application');
  return application;
}
