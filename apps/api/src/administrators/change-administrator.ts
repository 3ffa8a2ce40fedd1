import {
  type Administrator,
  disableAdministrator as disableEndpoint,
  enableAdministrator as enableEndpoint,
  resetAdministratorTwoFactor as resetEndpoint,
} from '@volume/contract/administrators/administrators.ts';
import { type ProposedAction, proposalHours } from '@volume/contract/administrators/labels.ts';
import { recordActivity } from '#core/activity/record-activity.ts';
import { type Call, handle } from '#core/handler.ts';
import { Problem } from '#core/problem.ts';
import { isProved, stepUpRequired } from '#core/step-up/require-step-up.ts';
import { writeContext } from '#core/write-context.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import {
  type AdministratorRow,
  lockAdministrators,
  openProposal,
  readAdministrators,
  toAdministrator,
} from './administrator-rows.ts';
import { mailOtherAdministrators } from './mail-others.ts';
import { requireActing, requireFound, requireSecond, requireTwoRemain } from './rules.ts';
import { setAdministratorEnabled } from './take-effect.ts';

type Change = Call<typeof disableEndpoint>;
interface Seen {
  queries: Queries;
  administrators: readonly AdministratorRow[];
  caller: AdministratorRow;
  target: AdministratorRow;
}

/** Makes one change with all administrators locked. `act` has to throw stepUpRequired() itself, after its other refusals. */
async function change(call: Change, act: (seen: Seen, isSure: boolean) => Promise<void>): Promise<Administrator> {
  const { caller: by, services, params } = call;
  const isSure = await isProved(call);
  return services.database.transaction(async (queries) => {
    const administrators = await lockAdministrators(queries);
    const caller = await requireActing(queries, administrators, by);
    const target = requireFound(administrators, params.administratorId);
    if (target === caller) throw ownAccount();
    await act({ queries, administrators, caller, target }, isSure);
    const after = requireFound(await readAdministrators(queries), params.administratorId);
    return toAdministrator(after, by.userAccountId, services.clock.now());
  });
}

/**
 * Disables a read-only administrator; proposes it for one with full access. 409 OWN_ACCOUNT, TWO_ADMINISTRATORS,
 * NO_SECOND_ADMINISTRATOR, PROPOSAL_PENDING. Does nothing when they are disabled already.
 */
export const disableAdministrator = handle(disableEndpoint, (call) =>
  change(call, async (seen, isSure) => {
    const { queries, administrators, target } = seen;
    requireAccepted(target);
    if (!target.enabled) return;
    if (target.isFull) {
      requireTwoRemain(administrators, target);
      return propose(call, seen, { action: 'DISABLE', isSure });
    }
    if (!isSure) throw stepUpRequired();
    await setAdministratorEnabled(queries, call, { target, enabled: false });
  }),
);

/** Enables an administrator, who signs in again; does nothing when they are enabled. */
export const enableAdministrator = handle(enableEndpoint, (call) =>
  change(call, async ({ queries, target }, isSure) => {
    if (target.enabled) return;
    if (!isSure) throw stepUpRequired();
    await setAdministratorEnabled(queries, call, { target, enabled: true });
  }),
);

/** Proposes to reset a second factor; 409 when there is none, OWN_ACCOUNT, NO_SECOND_ADMINISTRATOR, PROPOSAL_PENDING. */
export const resetAdministratorTwoFactor = handle(resetEndpoint, (call) =>
  change(call, async (seen, isSure) => {
    requireAccepted(seen.target);
    requireFactor(seen.target);
    await propose(call, seen, { action: 'RESET_TWO_FACTOR', isSure });
  }),
);

export function requireFactor({ twoFactor }: AdministratorRow): void {
  if (twoFactor === 'NONE')
    throw new Problem(409, 'This administrator has no second factor to reset.', { code: 'NO_SECOND_FACTOR' });
}

interface Proposing {
  action: ProposedAction;
  isSure: boolean;
}

async function propose(call: Change, { queries, ...seen }: Seen, { action, isSure }: Proposing): Promise<void> {
  const { administrators, caller, target } = seen;
  const { services } = call;
  const { at, newId } = writeContext(services);
  const pending = openProposal(target, at);
  if (pending) throw alreadyPending(pending.proposedBy.name ?? pending.proposedBy.email);
  requireSecond(administrators, caller, target);
  if (!isSure) throw stepUpRequired();
  await queries.query(
    sql`INSERT INTO administrator_proposals (user_account_id, proposal_id, action, proposed_by_id, proposed_at)
      VALUES (${target.administratorId}, ${newId()}, ${action}, ${caller.administratorId}, ${at})
      ON CONFLICT (user_account_id) DO UPDATE SET proposal_id = excluded.proposal_id, action = excluded.action,
        proposed_by_id = excluded.proposed_by_id, proposed_at = excluded.proposed_at`,
  );
  const note = { merchantId: null, action: 'ADMINISTRATOR_CHANGE_PROPOSED', subject: target.email } as const;
  await recordActivity(queries, call, { ...note, detail: sayProposed(action, target.email) });
  await mailOtherAdministrators(queries, services, {
    subject: 'A change of an administrator waits for confirmation',
    what: `${caller.email} proposed to ${sayProposed(action, target.email)}`,
    next: `Nothing changes until a second administrator confirms it here within ${proposalHours} hours.`,
    except: [caller.administratorId],
  });
}

/** Continues the sentence "ada@volume.example proposed to …". */
export const sayProposed = (action: ProposedAction, email: string): string =>
  action === 'DISABLE' ? `disable ${email}` : `reset the second factor of ${email}`;

function requireAccepted({ invitation }: AdministratorRow): void {
  if (invitation === 'ACCEPTED') return;
  throw new Problem(409, 'This administrator has not accepted the invitation. Withdraw the invitation instead.', {
    code: 'INVITATION_PENDING',
  });
}

const ownAccount = (): Problem =>
  new Problem(409, 'You cannot change your own account here. Other administrators can.', { statusName: 'OWN_ACCOUNT' });

const alreadyPending = (by: string): Problem =>
  new Problem(409, `${by} has already proposed a change of this administrator. Confirm or withdraw it first.`, {
    statusName: 'PROPOSAL_PENDING',
  });
