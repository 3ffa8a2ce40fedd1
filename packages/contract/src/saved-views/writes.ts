import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { OneLine } from '@volume/contract/text/one-line.ts';
import { listSavedViews, longestViewName, ofSavedViews, SavedView } from './saved-views.ts';

const Columns = z.array(z.string().check(z.maxLength(30))).check(z.maxLength(30, 'must be 30 columns at most'));

/**
 * Sharing the same view again returns the existing one; 409 for an existing name with another content, or an existing
 * content under another name.
 */
export const shareView = endpoint({
  ...ofSavedViews,
  name: 'shareView',
  summary: 'Share the filters and columns of a list with everybody of a merchant',
  method: 'POST',
  access: { ...ofSavedViews.access, effect: 'write' },
  status: 201,
  body: z.strictObject({
    name: OneLine.check(
      z.minLength(1, 'is required'),
      z.maxLength(longestViewName, `must have ${longestViewName} characters at most`),
    ),
    search: z
      .string()
      .check(
        z.maxLength(2_000, 'must have 2,000 characters at most'),
        z.regex(/^(\?[\w.%&=-]+)?$/, 'must be filters such as ?heldFilter=HELD'),
      ),
    columns: z.optional(Columns),
  }),
  response: SavedView,
});

/**
 * 403 for another user's view without the right to change settings; 409 when the view was changed or deleted in the
 * meantime.
 */
export const changeView = endpoint({
  ...ofSavedViews,
  name: 'changeSharedView',
  summary: 'Change the columns of a shared view: your own, or any as a user who can change settings',
  method: 'PUT',
  path: `${ofSavedViews.path}/{viewId}`,
  access: { ...ofSavedViews.access, effect: 'write' },
  comparesVersions: true,
  params: z.extend(ofSavedViews.params, { viewId: Id }),
  body: z.strictObject({ columns: Columns }),
  response: SavedView,
});

/** 403 for another user's view without the right to change settings; does nothing when the view does not exist. */
export const deleteSavedView = endpoint({
  ...ofSavedViews,
  name: 'deleteSharedView',
  summary: 'Delete a shared view: your own, or any as a user who can change settings',
  method: 'DELETE',
  path: `${ofSavedViews.path}/{viewId}`,
  access: { ...ofSavedViews.access, effect: 'write' },
  status: 204,
  params: z.extend(ofSavedViews.params, { viewId: Id }),
});

export const savedViewEndpoints = {
  listSharedViews: listSavedViews,
  shareView,
  changeSharedView: changeView,
  deleteSharedView: deleteSavedView,
};
