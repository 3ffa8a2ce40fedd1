import { encodeStrictly, type SearchValue, stringifySearch } from './search-text.ts';

export type SearchValues = Record<string, SearchValue>;

/** The application the address names now; pages render after their address stands. */
export function currentApplicationId(): string | undefined {
  return new URLSearchParams(window.location.search).get('applicationId') ?? undefined;
}

/** A merchant page's address; the application in use goes along unless another is given (contract §9 Addresses). */
function merchantHref(path: string, search: SearchValues = {}): string {
  const applicationId = 'applicationId' in search ? search['applicationId'] : currentApplicationId();
  return path + stringifySearch({ ...search, applicationId });
}

const id = encodeStrictly;

export const overviewHref = (search?: SearchValues): string => merchantHref('/', search);
export const payInsHref = (search?: SearchValues): string => merchantHref('/payments/payin', search);
export const payInHref = (paymentId: string, search?: SearchValues): string =>
  merchantHref(`/payments/${id(paymentId)}`, search);
export const payoutsHref = (search?: SearchValues): string => merchantHref('/payments/payout', search);
export const balancesHref = (search?: SearchValues): string => merchantHref('/balances/overview', search);
export const exchangeHref = (search?: SearchValues): string => merchantHref('/exchange', search);
export const payByLinkHref = (search?: SearchValues): string => merchantHref('/pay-by-link', search);
export const paymentIntentHref = (paymentIntentId: string, search?: SearchValues): string =>
  merchantHref(`/pay-by-link/${id(paymentIntentId)}`, search);
export const settingsHref = (page = 'account-settings', search?: SearchValues): string =>
  merchantHref(`/settings/${page}`, search);
/** The webhook deliveries of a payment, refund or payout, newest first. */
export const deliveriesHref = (search: SearchValues): string =>
  settingsHref('webhooks-callbacks', { view: 'deliveries', ...search });

/** Administrators' lists name no application unless they filter by one. */
export const adminMerchantsHref = (): string => '/admin';
export const adminMerchantHref = (merchantId: string): string => `/admin/merchants/${id(merchantId)}`;
export const adminPaymentsHref = (search: SearchValues = {}): string => `/admin/payments${stringifySearch(search)}`;
export const adminPaymentHref = (paymentId: string, search: SearchValues = {}): string =>
  `/admin/payments/${id(paymentId)}${stringifySearch(search)}`;
/** What account providers say and our books contradict; `exception` opens one beside the list. */
export const adminActivityHref = (search: SearchValues = {}): string => `/admin/activity${stringifySearch(search)}`;
export const adminExceptionsHref = (search: SearchValues = {}): string => `/admin/exceptions${stringifySearch(search)}`;

/** Sign-in, remembering where to go on; the root is not worth remembering (§2 Redirects after sign-in). */
export function signInHref(afterSignInUrl?: string): string {
  const path = afterSignInUrl?.split(/[?#]/, 1)[0];
  return `/auth/signin${stringifySearch({ afterSignInUrl: path === '/' ? undefined : afterSignInUrl })}`;
}
export const verifyOtpHref = (otpRequestId: string, afterSignInUrl?: string): string =>
  `/auth/verify-otp/${id(otpRequestId)}${stringifySearch({ afterSignInUrl })}`;
export const setTwoFactorHref = (twoFactorRequestId: string, afterSignInUrl?: string): string =>
  `/auth/set-two-factor/${id(twoFactorRequestId)}${stringifySearch({ afterSignInUrl })}`;
export const forgotPasswordHref = (): string => '/auth/forgot-password';
export const signUpHref = (): string => '/auth/signup';
export const aboutHref = (): string => '/about';
