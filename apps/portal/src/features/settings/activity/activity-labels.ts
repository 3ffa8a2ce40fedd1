import { type Activity, activityActions } from '@volume/contract/users/activity.ts';
import { titleCase } from '#design/text/format-text.ts';
import { personText } from '#design/text/person-text.ts';
import {
  adminBanksHref,
  adminFailedJobsHref,
  approvalsHref,
  balancesHref,
  bulkJobHref,
  payInHref,
  paymentLinkHref,
  payoutsHref,
  scheduledFilesHref,
  settingsHref,
} from '#platform/hrefs.ts';

const known: ReadonlySet<string> = new Set(activityActions);

/** `Refund started`; unknown actions follow the label rule (§9 Labels). */
export function actionLabel(action: string): string {
  const special = specials[action];
  if (special !== undefined) return special;
  if (!known.has(action)) return titleCase(action);
  const words = action.toLowerCase().replaceAll('_', ' ').replace('two factor', 'two-factor');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const specials: Record<string, string> = {
  SIGN_IN_FAILED: 'Sign-in failed',
  SIGN_IN_LOCKED: 'Sign-in temporarily locked',
  UNKNOWN_SIGN_INS: 'Sign-ins to unknown accounts',
  PASSWORD_CHOSEN: 'First password chosen',
  PASSWORD_RESET: 'Password reset',
  STEP_UP_REQUIRED: 'Identity check requested',
  STEP_UP_FAILED: 'Identity check failed',
  STEP_UP_LOCKED: 'Identity check locked for a while',
  SIGNED_OUT_EVERYWHERE: 'Signed out of all devices',
  SESSION_ENDED: 'Signed out of another device',
  TWO_FACTOR_ENABLED: 'Second factor set up',
  TWO_FACTOR_DISABLED: 'Second factor switched off',
  TWO_FACTOR_RESET: 'Second factor reset',
  TWO_FACTOR_POLICY_SET: 'Second factor rule changed',
  MERCHANT_DRAFT_BEGUN: 'Draft of a merchant started',
  MERCHANT_DRAFT_DELETED: 'Draft of a merchant deleted',
  FEE_CHANGE_WITHDRAWN: 'Planned fee change withdrawn',
  MERCHANT_COMPANY_CHANGED: 'Company details changed',
  MERCHANT_LIMITS_CHANGED: 'Limits changed',
  MERCHANT_LIMITS_WITHDRAWN: 'Planned change of limits withdrawn',
  MERCHANT_NOTE_ADDED: 'Note about the merchant added',
  MERCHANT_NOTE_CORRECTED: 'Note about the merchant corrected',
  MERCHANT_NOTE_REMOVED: 'Note about the merchant removed',
  APPLICATION_ASKED_FOR: 'Application requested',
  PAY_IN_ACCOUNT_ADDED: 'Account added',
  PAYOUT_SCHEDULE_SET: 'Payout schedule changed',
  PAYOUT_SLOT_MISSED: 'Scheduled payout missed',
  RECOVERY_CODES_MADE: 'Recovery codes replaced',
  BENEFICIARY_MADE_DEFAULT: 'Default beneficiary changed',
  LINK_CREATED: 'Payment link created',
  LINK_CANCELLED: 'Payment link cancelled',
  LINK_EMAILED: 'Payment link emailed',
  STATEMENT_MAIL_SET: 'Monthly statement email changed',
  NOTICE_MAIL_SET: 'Own email alerts changed',
  NOTIFICATIONS_CHANGED: 'Notification settings changed',
  FILE_SCHEDULED: 'File schedule created',
  SECRET_RESET: 'Application key issued',
  WEBHOOKS_CHANGED: 'Webhook addresses changed',
  WEBHOOK_RESENT: 'Webhook sent again',
  WEBHOOK_TESTED: 'Test webhook sent',
  SCENARIO_PLAYED: 'Test scenario played',
  FAILED_JOB_RETRIED: 'Failed job run again',
  FAILED_JOBS_RETRIED: 'Failed jobs run again',
  INSTITUTIONS_CHANGED: 'Banks on the payment page changed',
  PAYMENT_REVIEW_UNDONE: 'Payment review withdrawn',
  VIEW_SHARED: 'Saved view shared',
  VIEW_CHANGED: 'Saved view changed',
  VIEW_DELETED: 'Saved view deleted',
  EXPORT_ENDED: 'Export finished',
  ACCESS_REFUSED: 'Access refused',
  ORDER_APPROVED: 'Payout or refund approved',
  ORDER_REFUSED: 'Payout or refund refused',
  ORDER_CANCELLED: 'Payout or refund cancelled',
  ORDER_EXPIRED: 'Payout or refund not approved in time',
  APPROVAL_POLICY_SET: 'Second person rule set',
  APPROVAL_POLICY_PROPOSED: 'Looser second person rule proposed',
  APPROVAL_POLICY_CONFIRMED: 'Looser second person rule confirmed',
  APPROVAL_POLICY_WITHDRAWN: 'Looser second person rule withdrawn',
  LOW_BALANCE_SET: 'Low balance alert set',
  KEY_REFUSED: 'Application key refused',
  KEY_CREATED: 'Application key created',
  KEY_CHANGED: 'Application key changed',
  KEY_ROTATED: 'Application key rotated',
  KEY_REVOKED: 'Application key revoked',
  DEVICE_CODE_DENIED: 'Application key of a tool denied',
  ENDPOINT_CREATED: 'Webhook endpoint created',
  ENDPOINT_CHANGED: 'Webhook endpoint changed',
  ENDPOINT_PAUSED: 'Webhook endpoint paused',
  ENDPOINT_RESUMED: 'Webhook endpoint resumed',
  ENDPOINT_KEY_ROTATED: 'Webhook signing key rotated',
  ENDPOINT_CHALLENGED: 'Webhook challenge sent',
  ENDPOINT_CONFIRMED: 'Webhook endpoint confirmed',
  ENDPOINT_DELETED: 'Webhook endpoint deleted',
  REPLAY_STARTED: 'Events sent to a webhook endpoint again',
  ADMINISTRATOR_INVITATION_WITHDRAWN: 'Invitation withdrawn',
  ADMINISTRATOR_CHANGE_PROPOSED: 'Change of an administrator proposed',
  ADMINISTRATOR_CHANGE_WITHDRAWN: 'Change of an administrator withdrawn',
  PERSON_EXPORTED: 'Personal data exported',
  PERSON_ERASED: 'Personal data erased',
  VIEWED: 'Viewed by Volume',
};

const nouns: Record<string, string> = {
  payments: 'Pay-ins',
  'outbound-payments': 'Payouts',
  paymentintents: 'Payment links',
  merchant: 'Merchant details',
  requests: 'Request log',
};

/** The name of what was exported or viewed; null for actions on an object or a user. */
export function subjectNoun({ action, subject }: Pick<Activity, 'action' | 'subject'>): string | null {
  if (!['EXPORTED', 'EXPORT_ENDED', 'VIEWED'].includes(action)) return null;
  const words = subject.replaceAll('-', ' ');
  return nouns[subject] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * True if privacy mode hides the details, because they can name a person or an account, for example in a reason or a search;
 * undefined otherwise, as the attribute needs.
 */
export const isPersonal = ({ action }: Pick<Activity, 'action'>): true | undefined =>
  /^(USER|ADMINISTRATOR|TWO_FACTOR|BENEFICIARY|FILE|PAYOUT_MADE|PAY_IN_ACCOUNT|ORDER|EXCEPTION|EXPORTED|VIEWED)/.test(
    action,
  ) || undefined;

/** Who acted, by name. A refused sign-in or key has no known person. */
export const actorText = (activity: Activity): string =>
  activity.actorKind === 'UNKNOWN' && activity.actor === 'unknown' ? 'Unknown' : personText(activity, 'actor');

export const actingFor: Record<Activity['actorKind'], string> = {
  MERCHANT: 'This merchant',
  ADMIN: 'Volume, as administrator',
  UNKNOWN: 'Unknown person',
};

export interface SubjectLink {
  label: string;
  href: string;
}

const link = (id: string): SubjectLink => ({ label: 'Open the payment link', href: paymentLinkHref(id) });
const payment = (id: string): SubjectLink => ({ label: 'Open the payment', href: payInHref(id) });
const approvals = (): SubjectLink => ({ label: 'Go to approvals', href: approvalsHref() });
const bank = (id: string): SubjectLink => ({ label: 'Go to the bank', href: adminBanksHref({ search: id }) });
const failedJobs = (): SubjectLink => ({ label: 'Go to failed jobs', href: adminFailedJobsHref() });
const scheduledFiles = (): SubjectLink => ({ label: 'Go to scheduled files', href: scheduledFilesHref() });
const linksByAction: Record<string, (subject: string) => SubjectLink> = {
  REFUND_STARTED: payment,
  RECEIPT_EMAILED: payment,
  NOTE_ADDED: payment,
  NOTE_DELETED: payment,
  PAYMENT_REVIEWED: payment,
  PAYMENT_REVIEW_UNDONE: payment,
  BULK_JOB_STARTED: (id) => ({ label: 'Go to the bulk job', href: bulkJobHref(id) }),
  BULK_JOB_STOPPED: (id) => ({ label: 'Go to the bulk job', href: bulkJobHref(id) }),
  LOW_BALANCE_SET: () => ({ label: 'Go to balances', href: balancesHref() }),
  FILE_SCHEDULED: scheduledFiles,
  FILE_SCHEDULE_DELETED: scheduledFiles,
  PAYOUT_MADE: () => ({ label: 'Go to payouts', href: payoutsHref() }),
  ORDER_APPROVED: approvals,
  ORDER_REFUSED: approvals,
  ORDER_CANCELLED: approvals,
  ORDER_EXPIRED: approvals,
  LINK_CREATED: link,
  LINK_CANCELLED: link,
  LINK_EMAILED: link,
  INSTITUTIONS_CHANGED: () => ({ label: 'Go to institutions', href: settingsHref('institutions') }),
  BANK_ADDED: bank,
  BANK_CHANGED: bank,
  BANK_SWITCHED_OFF: bank,
  BANK_SWITCHED_ON: bank,
  FAILED_JOB_RETRIED: failedJobs,
  FAILED_JOB_DISCARDED: failedJobs,
  FAILED_JOBS_RETRIED: failedJobs,
  BRAND_CHANGED: () => ({ label: 'Go to the brand', href: settingsHref('brand') }),
  NOTIFICATIONS_CHANGED: () => ({ label: 'Go to notifications', href: settingsHref('notifications') }),
  WEBHOOKS_CHANGED: () => ({ label: 'Go to webhooks', href: settingsHref('webhooks-callbacks') }),
};

/** A link to the object of the action; undefined if it has no page. */
export const subjectLink = ({ action, subject }: Activity): SubjectLink | undefined => linksByAction[action]?.(subject);

/** `Firefox 140, Windows`: enough to tell two devices apart; null without a user agent. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  const version = browser && browser[0].exec(userAgent)?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (!browser) return userAgent.slice(0, 40);
  return [`${browser[1]}${version ? ` ${version}` : ''}`, system].filter(Boolean).join(', ');
}

// The order matters: the user agents of the first browsers also contain the names of later ones.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
  [/curl\/(\d+)/, 'curl'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
];
