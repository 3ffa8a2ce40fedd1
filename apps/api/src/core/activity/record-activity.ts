import type { ActivityAction } from '@volume/contract/activity.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Caller } from '#core/tenant.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Failure, Problem, type Who } from '#core/problem.ts';

/** Who does it and from where; a handler's call fits, signing in gives the account that has just proved itself. */
export interface Action {
  caller: { kind: Caller['kind'] | 'unknown'; userAccountId: string | null; email: string };
  services: Pick<Services, 'clock' | 'random'>;
  request: Pick<RequestFacts, 'address' | 'header'> & { traceId: string | null };
}

/** What the platform does by itself, under a name for what did it; nobody called. */
export const byItself = (services: Action['services'], name: string): Action => ({
  caller: { kind: 'admin', userAccountId: null, email: name },
  services,
  request: { address: null, traceId: null, header: () => null },
});

/** Stands where a merchant's id would: the key of the rows begins with it, so it is never null in the database. */
export const platformId = '00000000-0000-0000-0000-000000000000';

const actorKinds = { admin: 'ADMIN', merchant: 'MERCHANT', unknown: 'UNKNOWN' } as const;

export interface ActivityNote {
  /** Null for what is the platform's own: administrators' sign-ins, what no merchant is named in. */
  merchantId: string | null;
  action: ActivityAction;
  /** Id of the object it is done to, or the email address of the person. */
  subject: string;
  /** What the subject alone does not say: `12.50 GBP`, names, what changed. Never a secret. */
  detail?: string | null;
}

/**
 * Records who did what to what, when and from where (contract §10 Activity). Give it the queries of the transaction that
 * has the effect: one is never there without the other.
 */
export async function recordActivity(
  { query }: Queries,
  { caller, services, request }: Action,
  { merchantId, action, subject, detail = null }: ActivityNote,
): Promise<void> {
  const { at, newId } = writeContext(services);
  await query(
    sql`INSERT INTO activity (merchant_id, activity_id, at, actor, actor_id, actor_kind, action, subject, detail, ip,
      user_agent, trace_id)
     VALUES (${merchantId ?? platformId}, ${newId()}, ${at}, ${caller.email}, ${caller.userAccountId},
     ${actorKinds[caller.kind]}, ${action}, ${subject}, ${detail}, ${request.address},
     ${request.header('user-agent')?.slice(0, 400) ?? null}, ${request.traceId})`,
  );
}

interface Person {
  user_account_id: string;
  email: string;
  merchant_id: string | null;
}
export const whoOf = ({ user_account_id: userAccountId, email, merchant_id: merchantId }: Person): Who => ({
  userAccountId,
  email,
  merchantId,
});

/** Marks a refusal as a failed proof, recorded once it is answered: what was tried is rolled back, this is not. */
export function failedProof(error: unknown, failure: Failure): unknown {
  if (error instanceof Problem) error.failure ??= failure;
  return error;
}
