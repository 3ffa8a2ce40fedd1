import {
  type Administrator,
  confirmAdministratorProposal as confirmEndpoint,
  withdrawAdministratorProposal as withdrawEndpoint,
} from '@volume/contract/administrators/administrators.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { notFound, Problem } from '#core/problem.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import {
  type AdministratorRow,
  lockAdministrators,
  openProposal,
  type ProposalRow,
  readAdministrators,
  toAdministrator,
} from './administrator-rows.ts';
import { requireFactor, sayProposed } from './change-administrator.ts';
import { mailOtherAdministrators } from './mail-others.ts';
import { canChange, requireActing, requireFound, requireNoNewcomer, requireTwoRemain } from './rules.ts';
import { resetFactor, setAdministratorEnabled } from './take-effect.ts';

type Decide = Call<typeof confirmEndpoint>;
interface Seen {
  queries: Queries;
  administrators: readonly AdministratorRow[];
  caller: AdministratorRow;
  target: AdministratorRow;
  proposal: ProposalRow;
}

/** Finds the proposal with all administrators locked. 403 for the administrator whom it is about. */
async function decide(call: Decide, act: (seen: Seen) => Promise<void>): Promise<Administrator> {
  const { params, caller: by, services } = call;
  return services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    const caller = await requireActing(queries, administrators, by);
    const target = requireFound(administrators, params.administratorId);
    const proposal = openProposal(target, services.clock.now());
    if (proposal?.proposalId !== params.proposalId) throw notFound('This proposal');
    if (target === caller)
      throw new Problem(403, 'This is about you, so other administrators decide.', { code: 'ABOUT_YOU' });
    await act({ queries, administrators, caller, target, proposal });
    const after = requireFound(await readAdministrators(queries), params.administratorId);
    return toAdministrator(after, by.userAccountId, services.clock.now());
  });
}

/**
 * Confirms a proposal after a step-up: it takes effect immediately. 403 OWN_PROPOSAL for the administrator who made it,
 * 403 NEW_ADMINISTRATOR, 404 once it is confirmed, withdrawn or expired, 409 TWO_ADMINISTRATORS.
 */
export const confirmAdministratorProposal = handle(confirmEndpoint, async (call) => {
  const isSure = await isProved(call);
  return decide(call, async ({ queries, administrators, caller, target, proposal }) => {
    if (proposal.proposedById === caller.administratorId) throw ownProposal();
    const proposer = administrators.find(({ administratorId }) => administratorId === proposal.proposedById);
    // One who was disabled in the meantime, or can no longer change anything.
    if (!proposer || !canChange(proposer)) throw notFound('This proposal');
    requireNoNewcomer(caller, call.services.clock.now());
    const isDisabling = proposal.action === 'DISABLE';
    if (isDisabling) requireTwoRemain(administrators, target);
    else requireFactor(target);
    if (!isSure) throw stepUpRequired();
    const change = { target, proposedBy: proposal.proposedBy.email };
    if (isDisabling) await setAdministratorEnabled(queries, call, { ...change, enabled: false });
    else await resetFactor(queries, call, change);
  });
});

/** Withdraws the caller's own proposal or refuses another administrator's. */
export const withdrawAdministratorProposal = handle(withdrawEndpoint, (call) =>
  decide(call, async ({ queries, caller, target, proposal }) => {
    await queries.query(sql`DELETE FROM administrator_proposals WHERE user_account_id = ${target.administratorId}`);
    const note = { merchantId: null, action: 'ADMINISTRATOR_CHANGE_WITHDRAWN', subject: target.email } as const;
    await recordActivity(queries, call, { ...note, detail: sayProposed(proposal.action, target.email) });
    await mailOtherAdministrators(queries, call.services, {
      subject: 'A change of an administrator was withdrawn',
      what: `${caller.email} withdrew the proposal to ${sayProposed(proposal.action, target.email)}`,
      next: 'Nothing was changed.',
      except: [caller.administratorId],
    });
  }),
);

const ownProposal = (): Problem =>
  new Problem(403, 'You proposed this yourself, so another administrator has to confirm it.', {
    statusName: 'OWN_PROPOSAL',
  });
