/**
 * Every screen with a fixed address, by visitor; the addresses of single payments and merchants are determined where
 * needed.
 */
export const merchantScreens = [
  '/',
  '/payments/payin',
  '/payments/payout',
  '/payments/approvals',
  '/payments/bulk',
  '/balances/overview',
  '/balances/reconcile',
  '/balances/fees',
  '/balances/scheduled-files',
  '/explain?figure=PAY_INS',
  '/exchange',
  '/pay-by-link',
  '/settings/account-settings',
  '/settings/accounts',
  '/settings/institutions',
  '/settings/notifications',
  '/settings/security',
  '/settings/security/device',
  '/settings/requests',
  '/settings/users',
  '/settings/webhooks-callbacks',
  '/settings/webhooks-callbacks?view=endpoints',
  '/settings/webhooks-callbacks?view=deliveries',
  '/settings/webhooks-callbacks?view=signatures',
  '/settings/brand',
];

export const adminScreens = [
  '/admin',
  '/admin/payments',
  '/admin/exceptions',
  '/admin/banks',
  '/admin/failed-jobs',
  '/admin/administrators',
  '/admin/fees',
  '/admin/activity',
  '/admin/account',
  '/admin/new-merchant',
  '/admin/personal-data',
];

export const signedOutScreens = [
  '/auth/signin',
  '/auth/signup',
  '/auth/signup/success',
  '/auth/forgot-password',
  '/auth/verify-otp/request-of-a-sign-in',
  '/about',
  '/accessibility',
  '/error',
  '/no/such/place',
];
