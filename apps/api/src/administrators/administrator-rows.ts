import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { type ProposedAction, proposalHours } from '@volume/contract/administrators/labels.ts';
import { toWireTime } from '@volume/contract/lists/period.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

interface Person {
  email: string;
  name: string | null;
}

export interface ProposalRow {
  proposalId: string;
  action: ProposedAction;
  proposedById: string;
  proposedBy: Person;
  proposedAt: Date;
}

export interface AdministratorRow extends Person {
  administratorId: string;
  isFull: boolean;
  enabled: boolean;
  invitation: 'PENDING' | 'ACCEPTED';
  createdAt: Date;
  invitedBy: Person | null;
  twoFactor: Administrator['twoFactor'];
  hasPasskey: boolean;
  lastSignInAt: Date | null;
  proposal: ProposalRow | null;
}

/** An account that signs in as an administrator of the platform. */
const isAdministrator = sql`a.admin_id IS NOT NULL AND a.merchant_id IS NULL
  AND a.roles && '{VOLUME_ADMIN,VOLUME_ADMIN_READ}'::text[]`;

type Flat = Omit<AdministratorRow, 'invitedBy' | 'proposal'> & {
  inviterEmail: string | null;
  inviterName: string | null;
  proposalId: string | null;
  action: ProposedAction;
  proposedById: string;
  proposerEmail: string;
  proposerName: string | null;
  proposedAt: Date;
};

/** All administrators by name, each with the proposal about them, even if it has expired. */
export async function readAdministrators({ query }: Queries): Promise<AdministratorRow[]> {
  const rows = await query<Flat>(
    sql`SELECT a.user_account_id AS "administratorId", a.email, a.name, 'VOLUME_ADMIN' = ANY(a.roles) AS "isFull",
        a.is_enabled AS enabled, a.invitation, a.created_at AS "createdAt", a.last_sign_in_at AS "lastSignInAt",
        i.email AS "inviterEmail", i.name AS "inviterName", a.two_factor AS "twoFactor",
        EXISTS (SELECT FROM passkeys k WHERE k.user_account_id = a.user_account_id) AS "hasPasskey",
        p.proposal_id AS "proposalId", p.action, p.proposed_by_id AS "proposedById", p.proposed_at AS "proposedAt",
        b.email AS "proposerEmail", b.name AS "proposerName"
      FROM accounts a LEFT JOIN accounts i ON i.user_account_id = a.invited_by_id
        LEFT JOIN administrator_proposals p ON p.user_account_id = a.user_account_id
        LEFT JOIN accounts b ON b.user_account_id = p.proposed_by_id
      WHERE ${isAdministrator} ORDER BY lower(coalesce(a.name, a.email)), lower(a.email)`,
  );
  return rows.map(nest);
}

function nest({ inviterEmail, inviterName, proposalId, proposerEmail, proposerName, ...row }: Flat): AdministratorRow {
  const { action, proposedById, proposedAt } = row;
  const proposedBy = { email: proposerEmail, name: proposerName };
  return {
    ...row,
    invitedBy: inviterEmail === null ? null : { email: inviterEmail, name: inviterName },
    proposal: proposalId === null ? null : { proposalId, action, proposedById, proposedBy, proposedAt },
  };
}

/**
 * Locks all administrators until the transaction ends, so that changes of administrators happen one after another: of two who
 * disable each other only one succeeds. Then reads them, including the previous change.
 */
export async function lockAdministrators(queries: Queries): Promise<AdministratorRow[]> {
  await queries.query(
    sql`SELECT FROM accounts a WHERE a.admin_id IS NOT NULL AND a.merchant_id IS NULL ORDER BY a.user_account_id FOR UPDATE`,
  );
  return readAdministrators(queries);
}

const expiryOf = ({ proposedAt }: ProposalRow): Date => new Date(proposedAt.getTime() + proposalHours * 3_600_000);

/** The proposal about an administrator; null when there is none or it has expired. */
export const openProposal = ({ proposal }: AdministratorRow, now: Date): ProposalRow | null =>
  proposal && expiryOf(proposal) > now ? proposal : null;

/** The wire format, as one administrator sees another. */
export function toAdministrator(row: AdministratorRow, callerId: string, now: Date): Administrator {
  const { administratorId, email, name, enabled, invitation, invitedBy, twoFactor, hasPasskey, lastSignInAt } = row;
  const proposal = openProposal(row, now);
  return {
    administratorId,
    email,
    name,
    access: row.isFull ? 'FULL' : 'READ_ONLY',
    enabled,
    invitation,
    invitedAtUtc: toWireTime(row.createdAt),
    invitedBy,
    twoFactor,
    hasPasskey,
    lastSignInAtUtc: lastSignInAt && toWireTime(lastSignInAt),
    isOneself: administratorId === callerId,
    proposal: proposal && {
      proposalId: proposal.proposalId,
      action: proposal.action,
      proposedBy: proposal.proposedBy,
      isOwn: proposal.proposedById === callerId,
      proposedAtUtc: toWireTime(proposal.proposedAt),
      expiresAtUtc: toWireTime(expiryOf(proposal)),
    },
  };
}
