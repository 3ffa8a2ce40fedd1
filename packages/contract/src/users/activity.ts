import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { MerchantParams } from '@volume/contract/ids.ts';
import { growingPageOf } from '@volume/contract/lists/page.ts';
import { csvQuery } from '@volume/contract/lists/csv-query.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { listOf, PageNumber, PageSize, SearchTerm } from '@volume/contract/lists/query-text.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

export const activityActions = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_LOCKED',
  'UNKNOWN_SIGN_INS',
  'STEP_UP_REQUIRED',
  'STEP_UP_FAILED',
  'STEP_UP_LOCKED',
  'ACCESS_REFUSED',
  'SIGNED_OUT',
  'SIGNED_OUT_EVERYWHERE',
  'SESSION_ENDED',
  'PASSWORD_CHOSEN',
  'PASSWORD_RESET',
  'PASSWORD_CHANGED',
  'TWO_FACTOR_ENABLED',
  'TWO_FACTOR_DISABLED',
  'TWO_FACTOR_RESET',
  'TWO_FACTOR_POLICY_SET',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODES_MADE',
  'SIGNED_UP',
  'MERCHANT_CREATED',
  'MERCHANT_DRAFT_BEGUN',
  'MERCHANT_DRAFT_DELETED',
  'MERCHANT_ENABLED',
  'MERCHANT_DISABLED',
  'FEE_CHANGED',
  'FEE_CHANGE_WITHDRAWN',
  'MERCHANT_COMPANY_CHANGED',
  'MERCHANT_LIMITS_CHANGED',
  'MERCHANT_LIMITS_WITHDRAWN',
  'MERCHANT_NOTE_ADDED',
  'MERCHANT_NOTE_CORRECTED',
  'MERCHANT_NOTE_REMOVED',
  'APPLICATION_ADDED',
  'APPLICATION_ASKED_FOR',
  'APPLICATION_REQUEST_DECLINED',
  'APPLICATION_REQUEST_WITHDRAWN',
  'PAY_IN_ACCOUNT_ADDED',
  'USER_ADDED',
  'USER_CHANGED',
  'USER_ENABLED',
  'USER_DISABLED',
  'USER_INVITED_AGAIN',
  'ADMINISTRATOR_INVITATION_WITHDRAWN',
  'ADMINISTRATOR_CHANGE_PROPOSED',
  'ADMINISTRATOR_CHANGE_WITHDRAWN',
  'PERSON_EXPORTED',
  'PERSON_ERASED',
  'REFUND_STARTED',
  'BULK_JOB_STARTED',
  'BULK_JOB_STOPPED',
  'RECEIPT_EMAILED',
  'PAYOUT_MADE',
  'PAYOUT_SCHEDULE_SET',
  'PAYOUT_SLOT_MISSED',
  'ORDER_APPROVED',
  'ORDER_REFUSED',
  'ORDER_CANCELLED',
  'ORDER_EXPIRED',
  'APPROVAL_POLICY_SET',
  'APPROVAL_POLICY_PROPOSED',
  'APPROVAL_POLICY_CONFIRMED',
  'APPROVAL_POLICY_WITHDRAWN',
  'BENEFICIARY_ADDED',
  'BENEFICIARY_DISABLED',
  'BENEFICIARY_MADE_DEFAULT',
  'EXCHANGE_BOOKED',
  'LINK_CREATED',
  'LINK_CANCELLED',
  'LINK_EMAILED',
  'SAMPLE_PAYMENTS_STARTED',
  'SCENARIO_PLAYED',
  'INSTITUTIONS_CHANGED',
  'BANK_ADDED',
  'BANK_CHANGED',
  'BANK_SWITCHED_OFF',
  'BANK_SWITCHED_ON',
  'FAILED_JOB_RETRIED',
  'FAILED_JOB_DISCARDED',
  'FAILED_JOBS_RETRIED',
  'BRAND_CHANGED',
  'NOTIFICATIONS_CHANGED',
  'STATEMENT_MAIL_SET',
  'FILE_SCHEDULED',
  'FILE_SCHEDULE_DELETED',
  'LOW_BALANCE_SET',
  'SECRET_RESET',
  'KEY_CREATED',
  'KEY_CHANGED',
  'KEY_ROTATED',
  'KEY_REVOKED',
  'KEY_REFUSED',
  'DEVICE_CODE_DENIED',
  'WEBHOOKS_CHANGED',
  'ENDPOINT_CREATED',
  'ENDPOINT_CHANGED',
  'ENDPOINT_PAUSED',
  'ENDPOINT_RESUMED',
  'ENDPOINT_KEY_ROTATED',
  'ENDPOINT_CHALLENGED',
  'ENDPOINT_CONFIRMED',
  'ENDPOINT_DELETED',
  'REPLAY_STARTED',
  'WEBHOOK_RESENT',
  'WEBHOOK_TESTED',
  'EXCEPTION_ACCEPTED',
  'EXCEPTION_DISPUTED',
  'EXCEPTION_CLOSED',
  'NOTICE_MAIL_SET',
  'NOTE_ADDED',
  'NOTE_DELETED',
  'PAYMENT_REVIEWED',
  'PAYMENT_REVIEW_UNDONE',
  'VIEW_SHARED',
  'VIEW_CHANGED',
  'VIEW_DELETED',
  'EXPORTED',
  'EXPORT_ENDED',
  'VIEWED',
] as const;
export type ActivityAction = (typeof activityActions)[number];

/** One audit log entry: who did what with which object, when and from where (contract §10). */
export const Activity = z.object({
  id: z.string(),
  atUtc: UtcTime,
  /**
   * The actor's email address, or the name of an automatic platform task; `erased` after personal data was erased,
   * `unknown` when the actor did not authenticate.
   */
  actor: z.string(),
  actorName: PersonName,
  actorKind: z.enum(['MERCHANT', 'ADMIN', 'UNKNOWN']),
  /** One of `activityActions`; unknown actions are shown by the label rule. */
  action: z.string(),
  /** Id of the object, or the email address of the user, that the action changed. */
  subject: z.string(),
  subjectName: PersonName,
  /** Amounts, currencies and names that the subject does not show. */
  detail: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  traceId: z.nullable(z.string()),
});
export type Activity = z.output<typeof Activity>;

/** Filters of the log and its export; `from` and `to` are inclusive. */
export const ActivityFilters = z.object({
  /** Any part of the actor's name or email address. */
  actor: z.optional(SearchTerm),
  action: z.optional(listOf(activityActions)),
  from: z.optional(UtcTime),
  to: z.optional(UtcTime),
});
export type ActivityFilters = z.output<typeof ActivityFilters>;

const mayRead = { kind: 'any-of', authorities: ['EDIT_SETTINGS'], effect: 'read' } as const;

export const listActivity = endpoint({
  name: 'listActivity',
  summary: 'Activity of a merchant’s account, newest first',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/activity',
  access: mayRead,
  readsReplica: true,
  params: MerchantParams,
  query: z.extend(ActivityFilters, { page: PageNumber, size: PageSize }),
  response: growingPageOf(Activity),
});

export const exportActivity = endpoint({
  name: 'exportActivity',
  summary: 'The activity of the log as CSV',
  origin: 'ours',
  method: 'GET',
  path: 'merchants/{merchantId}/activity/export',
  produces: 'csv',
  access: mayRead,
  readsReplica: true,
  params: MerchantParams,
  query: z.extend(ActivityFilters, csvQuery),
});

export const listPlatformActivity = endpoint({
  name: 'listPlatformActivity',
  summary: 'Activity on the platform itself, outside of merchants’ accounts, newest first',
  origin: 'ours',
  method: 'GET',
  path: 'activity',
  access: { kind: 'admin', effect: 'read' },
  readsReplica: true,
  query: z.extend(ActivityFilters, { page: PageNumber, size: PageSize }),
  response: growingPageOf(Activity),
});

export const exportPlatformActivity = endpoint({
  name: 'exportPlatformActivity',
  summary: 'The platform’s own activity as CSV',
  origin: 'ours',
  method: 'GET',
  path: 'activity/export',
  produces: 'csv',
  access: { kind: 'admin', effect: 'read' },
  readsReplica: true,
  query: z.extend(ActivityFilters, csvQuery),
});

export const activityEndpoints = { listActivity, exportActivity, listPlatformActivity, exportPlatformActivity };
