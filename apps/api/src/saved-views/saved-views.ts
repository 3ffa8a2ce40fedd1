import { isPermitted } from '@volume/contract/access.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import {
  changeView as changeEndpoint,
  deleteSavedView as deleteEndpoint,
  shareView as shareEndpoint,
} from '@volume/contract/saved-views/writes.ts';
import {
  listSavedViews as endpoint,
  mostSavedViews,
  type SavedView,
} from '@volume/contract/saved-views/saved-views.ts';
import type { ViewedList } from '@volume/contract/saved-views/view-columns.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem, wrongField } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Caller } from '#core/tenant.ts';
import { writeContext } from '#core/write-context.ts';
import { readPerson } from '#core/people/people.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { requireKnownColumns } from './view-columns.ts';

interface ViewRow {
  view_id: string;
  name: string;
  search: string;
  columns: string[] | null;
  shared_by: string;
  shared_by_id: string;
  shared_at: Date;
  version: string;
}
const viewFields = sql`view_id, name, search, columns, shared_by, shared_by_id, shared_at,
  ${versionOf(sql`name, search, columns`)} AS version`;

interface ListName {
  merchantId: string;
  list: ViewedList;
}

const toView = (row: ViewRow, caller: Caller): SavedView => ({
  viewId: row.view_id,
  name: row.name,
  search: row.search,
  ...(row.columns && { columns: row.columns }),
  sharedBy: row.shared_by,
  sharedAtUtc: toWireTime(row.shared_at),
  isOwn: row.shared_by_id === caller.userAccountId,
  version: row.version,
});

/** The shared views of a list, oldest first (contract §10 Shared views). */
export const listSavedViews = handle(endpoint, async ({ params, caller, services }) =>
  (await readViews(services.database, params)).map((row) => toView(row, caller)),
);

function readViews({ query }: Queries, { merchantId, list }: ListName): Promise<ViewRow[]> {
  return query<ViewRow>(
    sql`SELECT ${viewFields} FROM shared_views WHERE merchant_id = ${merchantId} AND list = ${list}
      ORDER BY shared_at, view_id`,
  );
}

/** Shares a view under a name. When two users share the same name, the first wins and the other learns whose view it is. */
export const shareView = handle(shareEndpoint, async (call) =>
  call.services.database.transaction(async (queries) => {
    const { params, body, caller } = call;
    if (body.columns) requireKnownColumns(params.list, body.columns);
    else if (body.search === '') throw wrongField('search', 'must have filters when the view has no columns');
    await lockMerchant(queries, params.merchantId);
    const row = (await findSame(queries, params, body)) ?? (await writeView(queries, call));
    return toView(row, caller);
  }),
);

/** Serializes concurrent changes, so that counting and comparing views is safe. */
async function lockMerchant({ query }: Queries, merchantId: string): Promise<void> {
  const found = await query(sql`SELECT FROM merchants WHERE merchant_id = ${merchantId} FOR NO KEY UPDATE`);
  if (found.length === 0) throw notFound('This merchant');
}

type Content = Pick<Call<typeof shareEndpoint>['body'], 'search' | 'columns'>;

const hasContent = (view: ViewRow, { search, columns }: Content): boolean =>
  view.search === search && view.columns?.join() === columns?.join();

/** The identical view, if any; 409 when only its name or content is the same, or the limit is reached. */
async function findSame(
  queries: Queries,
  list: ListName,
  body: Content & { name: string },
): Promise<ViewRow | undefined> {
  const views = await readViews(queries, list);
  const named = views.find((view) => view.name.toLowerCase() === body.name.toLowerCase());
  if (named && hasContent(named, body)) return named;
  if (named) {
    const by = await readPerson(queries, list.merchantId, named.shared_by);
    throw new Problem(409, `Your team already has a view called ${named.name}, shared by ${by}.`, {
      code: 'VIEW_EXISTS',
    });
  }
  refuseSameContent(views, body);
  if (views.length >= mostSavedViews) {
    throw new Problem(409, `Your team already shares ${mostSavedViews} views of this list. Delete one first.`, {
      code: 'TOO_MANY_VIEWS',
    });
  }
  return undefined;
}

function refuseSameContent(views: readonly ViewRow[], content: Content): void {
  const same = views.find((view) => hasContent(view, content));
  if (!same) return;
  const what = content.columns ? 'filters and columns' : 'filters';
  throw new Problem(409, `Your team already has a view with these ${what}: ${same.name}.`, { code: 'VIEW_EXISTS' });
}

async function writeView(queries: Queries, call: Call<typeof shareEndpoint>): Promise<ViewRow> {
  const { params, body, caller, services } = call;
  const { merchantId, list } = params;
  const { at, newId } = writeContext(services);
  const [row] = await queries.query<ViewRow>(
    sql`INSERT INTO shared_views (merchant_id, list, view_id, name, search, columns, shared_by, shared_by_id, shared_at)
      VALUES (${merchantId}, ${list}, ${newId()}, ${body.name}, ${body.search}, ${body.columns ?? null}, ${caller.email},
      ${caller.userAccountId}, ${at}) RETURNING ${viewFields}`,
  );
  if (!row) throw new Error('The view was not written.');
  await record(queries, call, { action: 'VIEW_SHARED', row });
  return row;
}

/** Replaces the columns of a view (contract §10 Shared views). */
export const changeView = handle(changeEndpoint, async (call) => {
  const { params, body, caller, services } = call;
  const { columns } = body;
  requireKnownColumns(params.list, columns);
  return services.database.transaction(async (queries) => {
    await lockMerchant(queries, params.merchantId);
    const views = await readViews(queries, params);
    const before = views.find((view) => view.view_id === params.viewId);
    if (!before) {
      throw new Problem(409, 'This view was deleted in the meantime. Your changes were not saved.', {
        statusName: 'CHANGED_MEANWHILE',
        current: null,
      });
    }
    requireChangeable(before, caller, 'change');
    requireUnchanged(call.request, { version: before.version, current: toView(before, caller) });
    const others = views.filter((view) => view !== before);
    refuseSameContent(others, { search: before.search, columns });
    const [row] = await queries.query<ViewRow>(
      sql`UPDATE shared_views SET columns = ${columns} WHERE ${viewOf(params)} RETURNING ${viewFields}`,
    );
    if (!row) throw new Error('The view was not written.');
    await record(queries, call, { action: 'VIEW_CHANGED', row });
    return toView(row, caller);
  });
});

const viewOf = ({ merchantId, list, viewId }: ListName & { viewId: string }) =>
  sql`merchant_id = ${merchantId} AND list = ${list} AND view_id = ${viewId}`;

const mayChangeAny = ['EDIT_SETTINGS'] as const;

/** 403 for another user's view without permission to edit settings. */
function requireChangeable(row: ViewRow, caller: Caller, verb: 'change' | 'delete'): void {
  if (row.shared_by_id === caller.userAccountId || isPermitted(caller.authorities, mayChangeAny)) return;
  throw new Problem(403, `Only ${row.shared_by} or someone who can edit settings can ${verb} this view.`, {
    code: 'NOT_YOURS',
  });
}

/** Deleting a missing view succeeds. */
export const deleteSavedView = handle(deleteEndpoint, async (call) => {
  const { params, caller, services } = call;
  const view = viewOf(params);
  await services.database.transaction(async (queries) => {
    await lockMerchant(queries, params.merchantId);
    const [row] = await queries.query<ViewRow>(sql`SELECT ${viewFields} FROM shared_views WHERE ${view}`);
    if (!row) return;
    requireChangeable(row, caller, 'delete');
    await queries.query(sql`DELETE FROM shared_views WHERE ${view}`);
    await record(queries, call, { action: 'VIEW_DELETED', row });
  });
});

type AnyWrite = Pick<Call<typeof shareEndpoint>, 'caller' | 'services' | 'request'> & { params: ListName };
interface Change {
  action: 'VIEW_SHARED' | 'VIEW_CHANGED' | 'VIEW_DELETED';
  row: ViewRow;
}

function record(queries: Queries, call: AnyWrite, { action, row }: Change): Promise<void> {
  const { merchantId, list } = call.params;
  return recordActivity(queries, call, { merchantId, action, subject: row.view_id, detail: `${list}: ${row.name}` });
}
