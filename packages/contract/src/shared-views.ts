import * as z from 'zod/mini';
import { mayViewPayments } from './access.ts';
import { endpoint } from './endpoint.ts';
import { MerchantParams } from './ids.ts';
import { UtcTime } from './period.ts';

/** The lists whose views a team may share; who sees one sees all of them (contract §8, Who may read). */
export const viewedLists = ['pay-ins', 'payouts', 'approvals'] as const;
export type ViewedList = (typeof viewedLists)[number];

/** Characters of a view's name at most. */
export const longestViewName = 40;
/** Views that a team shares of one list at most. */
export const mostSharedViews = 20;

/** Filters of a list under a name, for everybody of a merchant. */
export const SharedView = z.object({
  viewId: z.string(),
  name: z.string(),
  /** The filters as the list's address writes them: `?heldFilter=HELD`. */
  search: z.string(),
  /** Email address of who shared it. */
  sharedBy: z.string(),
  sharedAtUtc: UtcTime,
  /** Whether the caller shared it, and may delete it. */
  isOwn: z.boolean(),
});
export type SharedView = z.output<typeof SharedView>;

/** What the calls of shared views have in common. */
export const ofSharedViews = {
  origin: 'ours',
  path: 'merchants/{merchantId}/shared-views/{list}',
  access: { kind: 'any-of', authorities: mayViewPayments, effect: 'read' },
  params: z.extend(MerchantParams, { list: z.enum(viewedLists) }),
} as const;

export const listSharedViews = endpoint({
  ...ofSharedViews,
  name: 'listSharedViews',
  summary: 'The views of a list that a merchant’s people share, oldest first',
  method: 'GET',
  response: z.array(SharedView),
});
