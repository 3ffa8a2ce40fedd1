import { isPermitted } from '@volume/contract/access.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { deleteSavedView as deleteEndpoint, shareView as shareEndpoint } from '@volume/contract/saved-views/writes.ts';
import {
  listSavedViews as endpoint,
  mostSavedViews,
  type SavedView,
  type ViewedList,
} from '@volume/contract/saved-views/saved-views.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface ViewRow {
  view_id: string;
  name: string;
  search: string;
  shared_by: string;
  shared_by_id: string;
  shared_at: Date;
}
const columns = sql`view_id, name, search, shared_by, shared_by_id, shared_at`;

interface ListName {
  merchantId: string;
  list: ViewedList;
}

const toView = (row: ViewRow, caller: Caller): SavedView => ({
  viewId: row.view_id,
  name: row.name,
  search: row.search,
  sharedBy: row.shared_by,
  sharedAtUtc: toWireTime(row.shared_at),
  isOwn: row.shared_by_id === caller.userAccountId,
});

/** The shared views of a list, oldest first (contract §10 Shared views). */
export const listSavedViews = handle(endpoint, async ({ params, caller, services }) =>
  (await readViews(services.database, params)).map((row) => toView(row, caller)),
);

function readViews({ query }: Queries, { merchantId, list }: ListName): Promise<ViewRow[]> {
  return query<ViewRow>(
    sql`SELECT ${columns} FROM shared_views WHERE merchant_id = ${merchantId} AND list = ${list}
      ORDER BY shared_at, view_id`,
  );
}

/** Shares filters under a name; when two users share the same, the first wins and the other learns whose view it is. */
export const shareView = handle(shareEndpoint, async (call) =>
  call.services.database.transaction(async (queries) => {
    const { params, body, caller } = call;
    await lockMerchant(queries, params.merchantId);
    const row = findSame(await readViews(queries, params), body) ?? (await writeView(queries, call));
    return toView(row, caller);
  }),
);

/** Serializes concurrent sharing, so that counting and comparing views is safe. */
async function lockMerchant({ query }: Queries, merchantId: string): Promise<void> {
  const found = await query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} FOR NO KEY UPDATE`);
  if (found.length === 0) throw notFound('This merchant');
}

/** The identical view, if any; 409 when only its name or filters are the same, or the limit is reached. */
function findSame(
  views: readonly ViewRow[],
  { name, search }: Call<typeof shareEndpoint>['body'],
): ViewRow | undefined {
  const named = views.find((view) => view.name.toLowerCase() === name.toLowerCase());
  if (named?.search === search) return named;
  if (named) {
    throw new Problem(409, `Your team already has a view called ${named.name}, shared by ${named.shared_by}.`, {
      code: 'VIEW_EXISTS',
    });
  }
  const filtered = views.find((view) => view.search === search);
  if (filtered)
    throw new Problem(409, `Your team already has a view with these filters: ${filtered.name}.`, {
      code: 'VIEW_EXISTS',
    });
  if (views.length >= mostSavedViews) {
    throw new Problem(409, `Your team already shares ${mostSavedViews} views of this list. Delete one first.`, {
      code: 'TOO_MANY_VIEWS',
    });
  }
  return undefined;
}

async function writeView(queries: Queries, call: Call<typeof shareEndpoint>): Promise<ViewRow> {
  const { params, body, caller, services } = call;
  const { merchantId, list } = params;
  const { at, newId } = writeContext(services);
  const [row] = await queries.query<ViewRow>(
    sql`INSERT INTO shared_views (merchant_id, list, view_id, name, search, shared_by, shared_by_id, shared_at)
      VALUES (${merchantId}, ${list}, ${newId()}, ${body.name}, ${body.search}, ${caller.email}, ${caller.userAccountId},
      ${at}) RETURNING ${columns}`,
  );
  if (!row) throw new Error('The view was not written.');
  await record(queries, call, { action: 'VIEW_SHARED', row });
  return row;
}

const mayDeleteAny = ['EDIT_SETTINGS'] as const;

/** 403 for another user's view without permission to edit settings. Deleting a missing view succeeds. */
export const deleteSavedView = handle(deleteEndpoint, async (call) => {
  const { params, caller, services } = call;
  const view = sql`merchant_id = ${params.merchantId} AND list = ${params.list} AND view_id = ${params.viewId}`;
  await services.database.transaction(async (queries) => {
    const [row] = await queries.query<ViewRow>(sql`SELECT ${columns} FROM shared_views WHERE ${view} FOR UPDATE`);
    if (!row) return;
    if (row.shared_by_id !== caller.userAccountId && !isPermitted(caller.authorities, mayDeleteAny)) {
      throw new Problem(403, `Only ${row.shared_by} or someone who can edit settings can delete this view.`, {
        code: 'NOT_YOURS',
      });
    }
    await queries.query(sql`DELETE FROM shared_views WHERE ${view}`);
    await record(queries, call, { action: 'VIEW_DELETED', row });
  });
});

type AnyWrite = Pick<Call<typeof shareEndpoint>, 'caller' | 'services' | 'request'> & { params: ListName };
interface Change {
  action: 'VIEW_SHARED' | 'VIEW_DELETED';
  row: ViewRow;
}

function record(queries: Queries, call: AnyWrite, { action, row }: Change): Promise<void> {
  const { merchantId, list } = call.params;
  return recordActivity(queries, call, { merchantId, action, subject: row.view_id, detail: `${list}: ${row.name}` });
}
