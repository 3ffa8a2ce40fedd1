import * as z from 'zod/mini';
import { mayViewPayments } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Id, MerchantParams } from './ids.ts';
import { OneLine } from './one-line.ts';
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

const ListParams = z.extend(MerchantParams, { list: z.enum(viewedLists) });
const path = 'merchants/{merchantId}/shared-views/{list}';
const mayRead = { kind: 'any-of', authorities: mayViewPayments, effect: 'read' } as const;
const mayWrite = { ...mayRead, effect: 'write' } as const;

export const listSharedViews = endpoint({
  name: 'listSharedViews',
  summary: 'The views of a list that a merchant’s people share, oldest first',
  origin: 'ours',
  method: 'GET',
  path,
  access: mayRead,
  params: ListParams,
  response: z.array(SharedView),
});

/** The same again answers the view there is; 409 for its name with other filters, or its filters under another name. */
export const shareView = endpoint({
  name: 'shareView',
  summary: 'Share the filters of a list with everybody of a merchant',
  origin: 'ours',
  method: 'POST',
  path,
  access: mayWrite,
  status: 201,
  params: ListParams,
  body: z.strictObject({
    name: OneLine.check(
      z.minLength(1, 'is required'),
      z.maxLength(longestViewName, `must have ${longestViewName} characters at most`),
    ),
    search: z
      .string()
      .check(
        z.maxLength(2_000, 'must have 2,000 characters at most'),
        z.regex(/^\?[\w.%&=-]+$/, 'must be filters such as ?heldFilter=HELD'),
      ),
  }),
  response: SharedView,
});

/** 403 for another's, without the right to change settings; nothing happens where there is none. */
export const deleteSharedView = endpoint({
  name: 'deleteSharedView',
  summary: 'Delete a shared view: one’s own, or any for who may change settings',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{viewId}`,
  access: mayWrite,
  status: 204,
  params: z.extend(ListParams, { viewId: Id }),
});

export const sharedViewEndpoints = { listSharedViews, shareView, deleteSharedView };
