import {
  createMerchant as createEndpoint,
  deleteMerchantDraft as deleteEndpoint,
  getMerchantDraft as getEndpoint,
  listMerchantDrafts as listEndpoint,
  type MerchantDraft,
  type MerchantDraftContent,
  mostMerchantDrafts,
  saveMerchantDraft as saveEndpoint,
} from '@volume/contract/merchants/create-merchant.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { neverSetVersion } from '@volume/contract/portal/settings-version.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { spendInvitation } from '#core/limits/spend-invitation.ts';
import { mailPasswordLink } from '#core/mail/mail-password-link.ts';
import { notFound, Problem } from '#core/problem.ts';
import { requireUnchanged } from '#core/require-unchanged.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { versionOf } from '#database/version-of.ts';
import { createMerchant } from './create-merchant.ts';

/**
 * Creates a merchant after a step-up and mails the invitation of its first user. The same request again returns the
 * merchant that exists. 409 when the company's name or the user's address is taken, 400 with a sentence in each line for
 * everything else that prevents it.
 */
const create = handle(createEndpoint, async (call) => {
  await spendInvitation(call);
  call.request.progress?.setRepeatable();
  const { body, query, services } = call;
  const outcome = await createMerchant(services, body, {
    by: call,
    isStrict: true,
    invite: (queries, invitation) => mailPasswordLink(queries, services, invitation),
    alsoWrite: async (queries) => {
      if (query.draftId !== undefined) await queries.query(removal(query.draftId));
    },
  });
  if (outcome.kind === 'REFUSED') {
    const [first = ''] = outcome.faults;
    const field = first.slice(0, first.indexOf(' '));
    const [status, code] = outcome.isTaken ? ([409, 'NAME_IN_USE'] as const) : ([400, 'BAD_REQUEST'] as const);
    throw new Problem(status, outcome.faults.join('\n'), { code, field });
  }
  if (outcome.kind === 'VALID') throw new Error('A merchant was only checked.');
  return { merchantId: outcome.merchantId };
});

const removal = (draftId: string) => sql`DELETE FROM merchant_drafts WHERE draft_id = ${draftId} RETURNING draft_id`;

interface DraftRow {
  draftId: string;
  content: MerchantDraftContent;
  savedBy: string;
  savedAt: Date;
  version: string;
}

const columns = sql`draft_id AS "draftId", content, saved_by AS "savedBy", saved_at AS "savedAt",
  ${versionOf(sql`content`)} AS version`;

const toDraft = ({ savedAt, ...row }: DraftRow): MerchantDraft => ({
  ...row,
  companyName: row.content.company.companyName,
  savedAtUtc: toWireTime(savedAt),
});

async function findDraft({ query }: Queries, draftId: string): Promise<MerchantDraft | undefined> {
  const [row] = await query<DraftRow>(sql`SELECT ${columns} FROM merchant_drafts WHERE draft_id = ${draftId}`);
  return row && toDraft(row);
}

const list = handle(listEndpoint, async ({ services }) => {
  const rows = await services.database.query<DraftRow>(
    sql`SELECT ${columns} FROM merchant_drafts ORDER BY saved_at DESC, draft_id LIMIT ${mostMerchantDrafts}`,
  );
  return rows
    .map(toDraft)
    .map(({ draftId, companyName, savedBy, savedAtUtc }) => ({ draftId, companyName, savedBy, savedAtUtc }));
});

const get = handle(getEndpoint, async ({ params, services }) => {
  const draft = await findDraft(services.database, params.draftId);
  if (!draft) throw notFound('This draft');
  return draft;
});

/** 409 when another administrator saved, deleted or used the draft since `If-Match`, and for one draft too many. */
const save = handle(saveEndpoint, async (call) =>
  call.services.database.transaction((queries) => writeDraft(call, queries)),
);

async function writeDraft(call: Call<typeof saveEndpoint>, queries: Queries): Promise<MerchantDraft> {
  const { params, body, caller, services } = call;
  const { draftId } = params;
  // There may be no draft to lock yet.
  await queries.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('merchant-drafts', 0))`);
  const before = await findDraft(queries, draftId);
  requireUnchanged(call.request, { version: before?.version ?? neverSetVersion, current: before ?? null });
  if (!before) {
    const [held] = await queries.query<{ count: number }>(sql`SELECT count(*) AS count FROM merchant_drafts`);
    if ((held?.count ?? 0) >= mostMerchantDrafts)
      throw new Problem(409, `${mostMerchantDrafts} drafts are saved already. Create or discard one of them first.`, {
        code: 'TOO_MANY_DRAFTS',
      });
    await recordActivity(queries, call, {
      ...ofPlatform(draftId, body.company.companyName),
      action: 'MERCHANT_DRAFT_BEGUN',
    });
  }
  const at = services.clock.now();
  const [row] = await queries.query<DraftRow>(
    sql`INSERT INTO merchant_drafts (draft_id, content, saved_by, saved_at)
      VALUES (${draftId}, ${JSON.stringify(body)}::jsonb, ${caller.email}, ${at})
      ON CONFLICT (draft_id) DO UPDATE SET content = excluded.content, saved_by = excluded.saved_by,
        saved_at = excluded.saved_at
      RETURNING ${columns}`,
  );
  if (!row) throw new Error('The draft was not written.');
  return toDraft(row);
}

const ofPlatform = (draftId: string, name: string) => ({ merchantId: null, subject: draftId, detail: name || null });

const remove = handle(deleteEndpoint, async (call) =>
  call.services.database.transaction(async (queries) => {
    const { draftId } = call.params;
    const before = await findDraft(queries, draftId);
    const deleted = await queries.query(removal(draftId));
    if (!before || deleted.length === 0) return;
    const note = ofPlatform(draftId, before.companyName);
    await recordActivity(queries, call, { ...note, action: 'MERCHANT_DRAFT_DELETED' });
  }),
);

/** The calls with which a platform administrator creates a merchant, in steps that are saved (contract §8). */
export const createMerchantHandlers: Handler[] = [create, list, get, save, remove];
