import type { RegisteredRouter } from '@tanstack/react-router';
import { encodeStrictly, stringifySearch } from './search-text.ts';

/** The pages by address, from the declared routes: a wrong path or search parameter is a compile error. */
type Pages = RegisteredRouter['routeTree']['types']['fileRouteTypes']['fileRoutesByTo'];
export type Page = keyof Pages;
/** The pages in the navigation of the settings; pages below one of them have no link there. */
export type SettingsPage = Page extends infer To
  ? To extends `/settings/${infer Name}`
    ? Name extends `${string}/${string}`
      ? never
      : Name
    : never
  : never;

/** The optional search parameters of a page and its layouts. */
export type SearchOf<P extends Page> = Links<Pages[P]['types']['fullSearchSchemaInput']>;
type Links<Search> = {
  [Name in keyof Search]?:
    | (Search[Name] extends (infer Item)[] | undefined ? readonly Item[] : Search[Name])
    | undefined;
};
/** Search parameters of every merchant page. */
export type MerchantSearch = SearchOf<'/balances/overview'>;

/** The value for `$name`, in paths that have one. */
type IdIn<P extends Page> = P extends `${string}$${string}` ? [id: string] : [];

function address<P extends Page>(page: P, search?: SearchOf<P>, ...[id = '']: IdIn<P>): string {
  return page.replace(/\$.*/, encodeStrictly(id)) + stringifySearch(search ?? {});
}

/** The application in the current address; pages render after the address has changed. */
export function currentApplicationId(): string | undefined {
  return new URLSearchParams(window.location.search).get('applicationId') ?? undefined;
}

/** The address of a merchant page; keeps the current application unless another is given (contract §9 Addresses). */
function merchantAddress<P extends Page>(page: P, search: MerchantSearch = {}, ...id: IdIn<P>): string {
  const applicationId = 'applicationId' in search ? search.applicationId : currentApplicationId();
  return address(page, { ...search, applicationId } as SearchOf<P>, ...id);
}

export const overviewHref = (search?: SearchOf<'/'>): string => merchantAddress('/', search);
export const payInsHref = (search?: SearchOf<'/payments/payin'>): string => merchantAddress('/payments/payin', search);
export const payInHref = (paymentId: string, search?: SearchOf<'/payments/$paymentId'>): string =>
  merchantAddress('/payments/$paymentId', search, paymentId);
export const bulkJobsHref = (search?: SearchOf<'/payments/bulk'>): string => merchantAddress('/payments/bulk', search);
export const bulkJobHref = (bulkJobId: string, search?: SearchOf<'/payments/bulk/$bulkJobId'>): string =>
  merchantAddress('/payments/bulk/$bulkJobId', search, bulkJobId);
export const payoutsHref = (search?: SearchOf<'/payments/payout'>): string =>
  merchantAddress('/payments/payout', search);
export const approvalsHref = (search?: SearchOf<'/payments/approvals'>): string =>
  merchantAddress('/payments/approvals', search);
export const balancesHref = (search?: MerchantSearch): string => merchantAddress('/balances/overview', search);
/** The balances with the payout form of a currency's account open. */
export const newPayoutHref = (currency: string, search?: MerchantSearch): string =>
  `${balancesHref(search)}#pay-out-${currency}`;
export const statementHref = (
  payInAccountId: string,
  search?: SearchOf<'/balances/statement/$payInAccountId'>,
): string => merchantAddress('/balances/statement/$payInAccountId', search, payInAccountId);
export const reconcileHref = (search?: SearchOf<'/balances/reconcile'>): string =>
  merchantAddress('/balances/reconcile', search);
export const scheduledFilesHref = (search?: SearchOf<'/balances/scheduled-files'>): string =>
  merchantAddress('/balances/scheduled-files', search);
export const feesHref = (search?: SearchOf<'/balances/fees'>): string => merchantAddress('/balances/fees', search);
/** The explanation of a figure; with a `part`, the rows of that part. */
export const explainHref = (search: SearchOf<'/explain'>): string => merchantAddress('/explain', search);
export const exchangeHref = (search?: SearchOf<'/exchange'>): string => merchantAddress('/exchange', search);
/** The pages with the form for a new link, key or user open. */
export const newLinkHref = (): string => `${payByLinkHref()}#new-link`;
export const newKeyHref = (): string => `${settingsHref('security')}#new-key`;
export const newUserHref = (): string => `${settingsHref('users')}#new-user`;
export const payByLinkHref = (search?: SearchOf<'/pay-by-link'>): string => merchantAddress('/pay-by-link', search);
export const paymentLinkHref = (paymentIntentId: string, search?: MerchantSearch): string =>
  merchantAddress('/pay-by-link/$paymentIntentId', search, paymentIntentId);
export const accountHref = (search?: MerchantSearch): string => settingsHref('account-settings', search);
export const settingsHref = <Name extends SettingsPage>(
  page: Name,
  search?: SearchOf<`/settings/${Name}`> & MerchantSearch,
): string => merchantAddress<`/settings/${Name}`>(`/settings/${page}`, search);
/** The webhook deliveries of a payment, refund or payout, newest first. */
export const deliveriesHref = (search: SearchOf<'/settings/webhooks-callbacks'>): string =>
  settingsHref('webhooks-callbacks', { view: 'deliveries', ...search });

/** The calls with a key that name or made a payment, link, refund or payout. */
export const requestsHref = (search: SearchOf<'/settings/requests'>): string => settingsHref('requests', search);

/** Administrators' lists have no application unless they filter by one. */
export const adminMerchantsHref = (search?: SearchOf<'/admin'>): string => address('/admin', search);
export const adminMerchantHref = (merchantId: string, search?: SearchOf<'/admin/merchants/$merchantId'>): string =>
  address('/admin/merchants/$merchantId', search, merchantId);
export const adminMerchantSettingsHref = (merchantId: string): string =>
  address('/admin/merchant-settings/$merchantId', undefined, merchantId);
export const adminPaymentsHref = (search?: SearchOf<'/admin/payments'>): string => address('/admin/payments', search);
export const adminPaymentHref = (paymentId: string, search?: SearchOf<'/admin/payments/$paymentId'>): string =>
  address('/admin/payments/$paymentId', search, paymentId);
export const adminActivityHref = (search?: SearchOf<'/admin/activity'>): string => address('/admin/activity', search);
export const adminPersonalDataHref = (): string => address('/admin/personal-data');
export const adminAdministratorsHref = (search?: SearchOf<'/admin/administrators'>): string =>
  address('/admin/administrators', search);
/** `draft` continues one, at `step`. */
export const adminNewMerchantHref = (search?: SearchOf<'/admin/new-merchant'>): string =>
  address('/admin/new-merchant', search);
export const adminAccountHref = (): string => address('/admin/account');
export const adminBanksHref = (search?: SearchOf<'/admin/banks'>): string => address('/admin/banks', search);
export const adminFeesHref = (search?: SearchOf<'/admin/fees'>): string => address('/admin/fees', search);
export const adminMerchantFeesHref = (merchantId: string, search?: SearchOf<'/admin/fees/$merchantId'>): string =>
  address('/admin/fees/$merchantId', search, merchantId);
export const adminExplainHref = (search: SearchOf<'/admin/explain'>): string => address('/admin/explain', search);
export const adminFailedJobsHref = (search?: SearchOf<'/admin/failed-jobs'>): string =>
  address('/admin/failed-jobs', search);
/** `exception` opens one next to the list. */
export const adminExceptionsHref = (search?: SearchOf<'/admin/exceptions'>): string =>
  address('/admin/exceptions', search);

/** Sign-in with the address to return to, except the root (§2 Redirects after sign-in). */
export function signInHref(afterSignInUrl?: string): string {
  const path = afterSignInUrl?.split(/[?#]/, 1)[0];
  return address('/auth/signin', { afterSignInUrl: path === '/' ? undefined : afterSignInUrl });
}
export const verifyOtpHref = (otpRequestId: string, afterSignInUrl?: string): string =>
  address('/auth/verify-otp/$otpRequestId', { afterSignInUrl }, otpRequestId);
export const setTwoFactorHref = (twoFactorRequestId: string, afterSignInUrl?: string): string =>
  address('/auth/set-two-factor/$twoFactorRequestId', { afterSignInUrl }, twoFactorRequestId);
export const forgotPasswordHref = (): string => address('/auth/forgot-password');
export const signUpHref = (): string => address('/auth/signup');
export const aboutHref = (): string => address('/about');
export const accessibilityHref = (): string => address('/accessibility');
