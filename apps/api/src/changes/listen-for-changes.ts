import { listenForChanges as endpoint } from '@volume/contract/changes.ts';
import { handleEvents } from '#core/handler.ts';
import { notFound } from '#core/problem.ts';
import { addressKey } from '#core/limits/windows.ts';
import { ownMerchant } from '#core/tenant.ts';

/** What changes, said to whoever has a page open: a merchant's people hear of their own merchant, administrators of all (contract §11). */
export const listenForChanges = handleEvents(endpoint, async ({ caller, services, request }) => {
  if (!services.changes) throw notFound('This call');
  const address = request.address === null ? null : addressKey(request.address);
  return services.changes.open({ ...caller, merchantId: ownMerchant(caller), address });
});
