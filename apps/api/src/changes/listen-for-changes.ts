import { listenForChanges as endpoint } from '@volume/contract/changes.ts';
import { handleEvents } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { addressKey } from '#core/limits/rate-limits.ts';
import { ownMerchant } from '#core/tenant.ts';

/** Streams changes to open pages: users receive those of their merchant, administrators all (contract §11). */
export const listenForChanges = handleEvents(endpoint, async ({ caller, services, request }) => {
  if (!services.changes) throw notFound('This call');
  const address = request.address === null ? null : addressKey(request.address);
  return services.changes.open({ ...caller, merchantId: ownMerchant(caller), address });
});
