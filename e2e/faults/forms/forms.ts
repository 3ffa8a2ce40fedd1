import { adminForms } from './admin-forms.ts';
import type { Form } from './form.ts';
import { merchantForms } from './merchant-forms.ts';
import { merchantSettingsForms } from './merchant-settings-forms.ts';
import { moneyForms } from './money-forms.ts';
import { settingsForms } from './settings-forms.ts';
import { namedKeyForms } from './named-key-forms.ts';
import { endpointForms } from './endpoint-forms.ts';
import { authForms } from './auth-forms.ts';
import { bankForms } from './bank-forms.ts';
import { failedJobForms } from './failed-job-forms.ts';
import { accountForms } from './account-forms.ts';

export const forms: Form[] = [
  ...moneyForms,
  ...settingsForms,
  ...namedKeyForms,
  ...endpointForms,
  ...bankForms,
  ...failedJobForms,
  ...accountForms,
  ...authForms,
  ...merchantForms,
  ...merchantSettingsForms,
  ...adminForms,
];

/** Writes that no form above sends. Prefer a form for a new one, because each form is tried with every fault. */
export const writesWithoutForm: readonly string[] = [
  // Buttons in the list of endpoints; its own test is endpoints.test.tsx.
  'PUT merchants/{}/applications/{}/webhook-endpoints/{}/paused',
  'POST merchants/{}/applications/{}/webhook-endpoints/{}/challenge',
  // The answers have no confirmed endpoint; its own test is endpoints.test.tsx.
  'POST merchants/{}/applications/{}/webhook-endpoints/{}/test',
  // A look-up, its address in the body; its own test is personal-data.spec.ts.
  'POST personal-data/search',
  // Codes, passkeys and links of a sign-in; its own tests are sign-in.spec.ts, second-factor.spec.ts and passkeys.spec.ts.
  'POST accounts/otp/{}',
  'POST accounts/otp/{}/resend',
  'POST accounts/two-factor/{}',
  'POST accounts/reset-tokens',
  // The form of `accounts/reset-password` sends it for an invitation; its own test is reset-password-page.test.tsx.
  'POST accounts/accept-invitation',
  'POST accounts/two-factor-set-ups',
  'POST accounts/one-time-codes/resend',
  'POST accounts/one-time-codes/request',
  'POST accounts/one-time-codes/passkey',
  // A command line tool makes the first two calls; the code's own tests are device-page.test.tsx and device-code.spec.ts.
  'POST device-codes',
  'POST device-codes/key',
  'POST merchants/{}/applications/{}/device-codes/look-up',
  'POST merchants/{}/applications/{}/device-codes/allow',
  'POST merchants/{}/applications/{}/device-codes/deny',
  // No page sends this call.
  'POST merchants/{}/applications/{}/scenarios',
  'POST merchants/{}/applications/{}/webhook-endpoints/{}/replays',
  'POST accounts/self/renew',
  'POST accounts/self/sign-out',
  'POST accounts/self/step-up/code',
  'POST accounts/self/step-up/passkey/options',
  'POST accounts/self/step-up/passkey',
  'POST accounts/self/two-factor/email',
  'POST accounts/self/two-factor/email/{}',
  'DELETE accounts/self/two-factor',
  'POST accounts/self/passkeys/options',
  'POST accounts/self/passkeys',
  'DELETE accounts/self/passkeys/{}',
  'POST accounts/self/recovery-codes',
  // One click without a text, tried by the component tests of its page.
  'PUT accounts/{}/enable',
  'POST merchants/{}/applications/{}/sample-payments',
  'POST merchants/{}/accounts/{}/invitation',
  'POST accounts/{}/two-factor/reset',
  'DELETE payments/{}/notes/{}',
  'POST payments/{}/review',
  'DELETE payments/{}/review',
  'PUT merchants/{}/shared-views/{}/{}',
  'DELETE merchants/{}/shared-views/{}/{}',
  'DELETE merchants/{}/applications/{}/file-schedules/{}',
  'DELETE platform/merchant-drafts/{}',
  'DELETE platform/merchants/{}/notes/{}',
  'DELETE merchants/{}/application-requests/{}',
  'POST merchants/{}/approvals/{}/approve',
  'POST merchants/{}/approvals/{}/refuse',
  'POST merchants/{}/approvals/{}/cancel',
  'POST merchants/{}/approval-policy/proposals/{}/confirm',
  'DELETE merchants/{}/approval-policy/proposals/{}',
  'PUT merchants/{}/applications/{}/payin-accounts/{}/statement/mail',
  'PUT merchants/{}/two-factor-policy',
  'PUT merchants/{}/applications/{}/external-payment/send-email',
  'PUT merchants/{}/applications/{}/external-payment/send-webhook',
  'POST merchants/{}/notices/read',
  'PUT merchants/{}/notice-mails/{}',
  'POST payments/export',
  'POST merchants/{}/application/{}/outbound-payments/export',
  'POST merchants/{}/applications/{}/webhook-deliveries/export',
  'POST merchants/{}/applications/{}/bulk-jobs',
  'POST merchants/{}/applications/{}/bulk-jobs/{}/start',
  'POST merchants/{}/applications/{}/bulk-jobs/{}/stop',
  'POST administrators/{}/invitation',
  'DELETE administrators/{}/invitation',
  'POST administrators/{}/disable',
  'POST administrators/{}/enable',
  'POST administrators/{}/two-factor/reset',
  'POST administrators/{}/proposals/{}/confirm',
  'DELETE administrators/{}/proposals/{}',
  'PUT banks/{}/switch-on',
  'DELETE platform/merchants/{}/fee/planned',
  // Forms with text, tried by the component tests of their page only.
  'POST payments/{}/notes',
  'POST merchants/{}/shared-views/{}',
  'PUT merchants/{}/approval-policy',
  'POST paymentintents/{}/mail',
  'PUT merchants/{}/applications/{}/payin-accounts/{}/low-balance',
  'PUT merchants/{}/brand',
  'POST exceptions/{}/accept',
  'POST exceptions/{}/dispute',
  'POST exceptions/{}/close',
];
