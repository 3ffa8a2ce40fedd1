import {
  type ApprovalPolicy,
  confirmApprovalPolicy as confirmEndpoint,
  getApprovalPolicy as getEndpoint,
  setApprovalPolicy as setEndpoint,
  type Thresholds,
  withdrawApprovalPolicy as withdrawEndpoint,
} from '@volume/contract/approvals/policy.ts';
import { approvalHours, exclusionReasons } from '@volume/contract/approvals/labels.ts';
import { sayAmount } from '@volume/contract/money/money.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle, type Handler } from '#core/handler.ts';
import { mailAdministrators } from '#core/mail/mail-administrators.ts';
import { notFound, Problem } from '#core/problem.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import { type Approver, isNewcomer, listApprovers, staysApprover } from '#orders/approvals/approvers.ts';
import { lockOrders } from '#orders/approvals/recipient-sums.ts';

/** The approval thresholds, the possible approvers, and a proposed looser policy (contract §11). */
const getApprovalPolicy = handle(getEndpoint, async ({ params: { merchantId }, services }) => {
  const { database, clock } = services;
  return toPolicy(await readPolicy(database, merchantId), await listApprovers(database, merchantId), clock.now());
});

/**
 * Sets the thresholds, always after a step-up. A stricter threshold applies immediately and needs two possible
 * approvers (409 TOO_FEW_APPROVERS); a looser one becomes a proposal that replaces any earlier one.
 */
const setApprovalPolicy = handle(setEndpoint, async (call) => {
  const { params, body, services } = call;
  return services.database.transaction(async (queries) => {
    const stands = await lockPolicy(queries, params.merchantId);
    const approvers = await listApprovers(queries, params.merchantId);
    const held = strictest(stands.thresholds, body);
    const isStricter = !isSame(held, stands.thresholds);
    if (isStricter && approvers.length < 2) throw tooFew();
    const proposal = isSame(held, body) ? null : propose(call, body);
    await writePolicy(queries, params.merchantId, { thresholds: held, proposal });
    if (isStricter) await note(queries, call, 'APPROVAL_POLICY_SET', held);
    if (proposal) await note(queries, call, 'APPROVAL_POLICY_PROPOSED', body);
    return toPolicy({ thresholds: held, proposal }, approvers, services.clock.now());
  });
});

/** Confirms a looser policy after a step-up; 403 for the user who proposed it, 404 when none is pending. */
const confirmApprovalPolicy = handle(confirmEndpoint, async (call) => {
  const { params, caller, services } = call;
  const { merchantId } = params;
  return services.database.transaction(async (queries) => {
    const proposal = await lockProposal(queries, call);
    if (proposal.proposedById === caller.userAccountId) {
      throw new Problem(403, 'You proposed this yourself, so another user has to confirm it.', {
        code: 'OWN_PROPOSAL',
      });
    }
    if (caller.kind === 'merchant' && !(await staysApprover(queries, merchantId, caller.userAccountId))) {
      throw new Problem(403, 'Only people who may move money can confirm this.', { code: 'NOT_AN_APPROVER' });
    }
    if (await isNewcomer(queries, caller.userAccountId, services.clock.now())) throw tooNew();
    const policy = { thresholds: proposal.thresholds, proposal: null };
    await writePolicy(queries, merchantId, policy);
    await note(queries, call, 'APPROVAL_POLICY_CONFIRMED', proposal.thresholds);
    return toPolicy(policy, await listApprovers(queries, merchantId), services.clock.now());
  });
});

/** Withdraws the caller's own proposal or rejects another user's; the current policy stays. */
const withdrawApprovalPolicy = handle(withdrawEndpoint, async (call) => {
  const { params, services } = call;
  return services.database.transaction(async (queries) => {
    const { thresholds } = await lockProposal(queries, call);
    const policy = { ...(await readPolicy(queries, params.merchantId)), proposal: null };
    await writePolicy(queries, params.merchantId, policy);
    await note(queries, call, 'APPROVAL_POLICY_WITHDRAWN', thresholds);
    return toPolicy(policy, await listApprovers(queries, params.merchantId), services.clock.now());
  });
});

export const approvalPolicyHandlers: readonly Handler[] = [
  getApprovalPolicy,
  setApprovalPolicy,
  confirmApprovalPolicy,
  withdrawApprovalPolicy,
];

interface Proposal {
  proposalId: string;
  thresholds: Thresholds;
  proposedById: string;
  proposedBy: string;
  proposedAt: Date;
}
interface Policy {
  thresholds: Thresholds;
  proposal: Proposal | null;
}

const keys = ['GBP', 'EUR'] as const;
const isSame = (one: Thresholds, other: Thresholds): boolean => keys.every((key) => one[key] === other[key]);
const lower = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);
const strictest = (one: Thresholds, other: Thresholds): Thresholds => ({
  GBP: lower(one.GBP, other.GBP),
  EUR: lower(one.EUR, other.EUR),
});

function propose({ caller, services }: Call<typeof setEndpoint>, thresholds: Thresholds): Proposal {
  const { at, newId } = writeContext(services);
  const { userAccountId: proposedById, email: proposedBy } = caller;
  return { proposalId: newId(), thresholds, proposedById, proposedBy, proposedAt: at };
}

const expiryOf = ({ proposedAt }: Proposal): Date => new Date(proposedAt.getTime() + approvalHours * 3_600_000);

function toPolicy({ thresholds, proposal }: Policy, approvers: readonly Approver[], now: Date): ApprovalPolicy {
  return {
    thresholds,
    approvers: approvers.map(({ email, name }) => ({ email, name })),
    proposal:
      proposal && expiryOf(proposal) > now
        ? {
            proposalId: proposal.proposalId,
            thresholds: proposal.thresholds,
            proposedBy: proposal.proposedBy,
            proposedAtUtc: toWireTime(proposal.proposedAt),
            expiresAtUtc: toWireTime(expiryOf(proposal)),
          }
        : null,
  };
}

interface Row {
  gbp: number | null;
  eur: number | null;
  proposedGbp: number | null;
  proposedEur: number | null;
  proposalId: string | null;
  proposedById: string;
  proposedBy: string;
  proposedAt: Date;
}

async function readPolicy({ query }: Queries, merchantId: string, lock = sql``): Promise<Policy> {
  const [row] = await query<Row>(
    sql`SELECT above_gbp AS gbp, above_eur AS eur, proposed_above_gbp AS "proposedGbp", proposed_above_eur AS "proposedEur",
      proposal_id AS "proposalId", proposed_by_id AS "proposedById", proposed_by AS "proposedBy", proposed_at AS "proposedAt"
     FROM approval_policies WHERE merchant_id = ${merchantId} ${lock}`,
  );
  if (!row) return { thresholds: { GBP: null, EUR: null }, proposal: null };
  const { gbp, eur, proposedGbp, proposedEur, proposalId, ...rest } = row;
  const thresholds = { GBP: proposedGbp, EUR: proposedEur };
  return {
    thresholds: { GBP: gbp, EUR: eur },
    proposal: proposalId === null ? null : { ...rest, proposalId, thresholds },
  };
}

/** Serializes changes of a merchant's policy; 404 for an unknown merchant. */
async function lockPolicy(queries: Queries, merchantId: string): Promise<Policy> {
  await lockOrders(queries, merchantId);
  await queries.query(
    sql`INSERT INTO approval_policies (merchant_id) SELECT merchant_id FROM merchants WHERE merchant_id = ${merchantId}
     ON CONFLICT (merchant_id) DO NOTHING`,
  );
  const found = await queries.query(sql`SELECT 1 FROM approval_policies WHERE merchant_id = ${merchantId} FOR UPDATE`);
  if (found.length === 0) throw notFound('This merchant');
  return readPolicy(queries, merchantId);
}

async function lockProposal(queries: Queries, { params, services }: Call<typeof confirmEndpoint>): Promise<Proposal> {
  const { proposal } = await lockPolicy(queries, params.merchantId);
  const isThere = proposal?.proposalId === params.proposalId && expiryOf(proposal) > services.clock.now();
  if (!proposal || !isThere) throw notFound('This proposal');
  return proposal;
}

async function writePolicy({ query }: Queries, merchantId: string, { thresholds, proposal }: Policy): Promise<void> {
  const proposed = proposal?.thresholds;
  await query(
    sql`UPDATE approval_policies SET above_gbp = ${thresholds.GBP}, above_eur = ${thresholds.EUR},
      proposal_id = ${proposal?.proposalId ?? null}, proposed_above_gbp = ${proposed?.GBP ?? null},
      proposed_above_eur = ${proposed?.EUR ?? null}, proposed_by_id = ${proposal?.proposedById ?? null},
      proposed_by = ${proposal?.proposedBy ?? null}, proposed_at = ${proposal?.proposedAt ?? null}
     WHERE merchant_id = ${merchantId}`,
  );
}

const tooFew = (): Problem =>
  new Problem(
    409,
    'Two people who may move money are needed: one makes a payout or refund, another approves it. Add a second administrator or editor first. Nothing was changed.',
    { statusName: 'TOO_FEW_APPROVERS' },
  );

const tooNew = (): Problem =>
  new Problem(403, `You ${exclusionReasons.NEW}, so another user has to confirm this. Nothing was changed.`, {
    statusName: 'EXCLUDED_APPROVER',
  });

const whats = {
  APPROVAL_POLICY_SET: 'set when payouts and refunds need a second person',
  APPROVAL_POLICY_PROPOSED:
    'proposed that fewer payouts and refunds need a second person, which somebody else must confirm',
  APPROVAL_POLICY_CONFIRMED: 'confirmed that fewer payouts and refunds need a second person',
  APPROVAL_POLICY_WITHDRAWN: 'withdrew the proposal that fewer payouts and refunds need a second person',
} as const;

async function note(
  queries: Queries,
  call: Call<typeof setEndpoint> | Call<typeof confirmEndpoint>,
  action: keyof typeof whats,
  thresholds: Thresholds,
): Promise<void> {
  const { merchantId } = call.params;
  const detail = sayThresholds(thresholds);
  await recordActivity(queries, call, { merchantId, action, subject: merchantId, detail });
  const what = `${call.caller.email} ${whats[action]} (${detail})`;
  const subject = 'The approval of large payouts and refunds was changed';
  await mailAdministrators(queries, call.services, { merchantId, subject, what });
}

const sayThresholds = (thresholds: Thresholds): string =>
  keys
    .map((key) => {
      const above = thresholds[key];
      return above === null ? `${key}: none` : `${key}: above ${sayAmount(above, key)}`;
    })
    .join('; ');
