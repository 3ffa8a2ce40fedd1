import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';

/** The lists with shared views. A user who can read one of the lists can read all of them (contract §8, Who may read). */
export const viewedLists = ['pay-ins', 'payouts', 'approvals'] as const;
export type ViewedList = (typeof viewedLists)[number];

export const longestViewName = 40;
export const mostSavedViews = 20;

/** A named set of list filters, visible to all users of a merchant. */
export const SavedView = z.object({
  viewId: z.string(),
  name: z.string(),
  /** The filters as in the list's address: `?heldFilter=HELD`. */
  search: z.string(),
  /** Email address of the user who shared it. */
  sharedBy: z.string(),
  sharedAtUtc: UtcTime,
  /** Whether the caller shared the view and so can delete it. */
  isOwn: z.boolean(),
});
export type SavedView = z.output<typeof SavedView>;

export const ofSavedViews = {
  origin: 'ours',
  path: 'merchants/{merchantId}/shared-views/{list}',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  params: z.extend(MerchantParams, { list: z.enum(viewedLists) }),
} as const;

export const listSavedViews = endpoint({
  ...ofSavedViews,
  name: 'listSharedViews',
  summary: 'The views of a list that a merchant’s people share, oldest first',
  method: 'GET',
  response: z.array(SavedView),
});
