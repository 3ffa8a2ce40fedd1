import * as z from 'zod/mini';
import { mayViewPayments } from '@volume/contract/access.ts';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { SettingsVersion } from '@volume/contract/portal/settings-version.ts';
import { viewedLists } from './view-columns.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const longestViewName = 40;
export const mostSavedViews = 20;

/** A named set of list filters and columns, visible to all users of a merchant. */
export const SavedView = z.object({
  viewId: z.string(),
  name: z.string(),
  /** The filters as in the list's address: `?heldFilter=HELD`; empty when the view only has columns. */
  search: z.string(),
  /** The columns that the view shows, in order. Without them, everyone sees the columns that they chose. */
  columns: z.optional(z.array(z.string())),
  /** Email address of the user who shared it. */
  sharedBy: z.string(),
  sharedByName: PersonName,
  sharedAtUtc: UtcTime,
  /** Whether the caller shared the view and so can change and delete it. */
  isOwn: z.boolean(),
  version: SettingsVersion,
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
