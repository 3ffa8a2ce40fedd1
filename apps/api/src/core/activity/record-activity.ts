import type { ActivityAction } from '@volume/contract/users/activity.ts';
import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';
import type { Caller } from '#core/tenant.ts';
import type { RequestFacts } from '#core/handler.ts';
import type { Services } from '#core/services.ts';
import { writeContext } from '#core/write-context.ts';
import { type Failure, Problem, type Who } from '#core/problem.ts';

/** The acting user and where they come from, as in a handler's call. A sign-in passes the authenticated account. */
export interface Action {
  caller: { kind: Caller['kind'] | 'unknown'; userAccountId: string | null; email: string };
  services: Pick<Services, 'clock' | 'random'>;
  request: Pick<RequestFacts, 'address' | 'header'> & { traceId: string | null };
}

/** An action of the platform itself, without a caller, under the name of the process. */
export const byItself = (services: Action['services'], name: string): Action => ({
  caller: { kind: 'admin', userAccountId: null, email: name },
  services,
  request: { address: null, traceId: null, header: () => null },
});

/** Used as the merchant id of the platform's rows: the primary key begins with the merchant, which cannot be null. */
export const platformId = '00000000-0000-0000-0000-000000000000';

const actorKinds = { admin: 'ADMIN', merchant: 'MERCHANT', unknown: 'UNKNOWN' } as const;

export interface ActivityNote {
  /** Null for actions on the platform itself, such as administrators' sign-ins. */
  merchantId: string | null;
  action: ActivityAction;
  /** Id of the object, or email address of the user, that the action is about. */
  subject: string;
  /** Further facts such as `12.50 GBP`, names or changes. Never a secret. */
  detail?: string | null;
}

/**
 * Records an action with user, object, time and origin (contract §11 Trail). Pass the queries of the transaction
 * with the effect, so that both commit together.
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

/** Marks an error as a failed authentication, which is recorded after the call's transaction rolled back. */
export function failedProof(error: unknown, failure: Failure): unknown {
  if (error instanceof Problem) error.failure ??= failure;
  return error;
}
