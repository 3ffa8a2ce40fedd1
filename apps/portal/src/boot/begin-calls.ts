import {
  apiPathPrefix,
  applicationIdHeader,
  callerType,
  callerTypeHeader,
  callerVersionHeader,
  mediaType,
} from '@volume/contract/headers.ts';
import type { MediaVersion } from '@volume/contract/endpoint.ts';
import type { BegunCall } from './begun-calls.ts';

declare const __COMMIT__: string;

/** Claims whose shape is checked below (§3, §5). */
interface Claims {
  exp: number;
  merchantId?: string;
  adminId?: string;
  authorities: string[];
}

const stored = (key: string): string => localStorage.getItem(key) ?? '';
const isText = (value: unknown): value is string => typeof value === 'string';
const isUrl = (value: unknown): boolean => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value);
const isEmail = (value: unknown): boolean =>
  isText(value) && /^\w+([.+-]\w+)*@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i.test(value);
const isOr = (rule: (value: unknown) => boolean, value: unknown): boolean => value === undefined || rule(value);
const isIn = (types: string, ...values: unknown[]): boolean => values.every((value) => types.includes(typeof value));

/**
 * Stands in the page itself and runs before any file is there: asks for the merchant, and for the first page of a pay-in
 * list, exactly as the pages will (§7), so that they find the answer on its way (begun-calls.ts). Only where nothing could
 * still lead elsewhere: sound settings, an unexpired token of the right shape, the authority, a known application
 * (contract §9); in doubt it does nothing. Knows no library, so it says again in short what the session and the list say.
 */
export function beginCalls(): void {
  try {
    begin();
  } catch {
    // A page without storage or settings says so itself.
  }
}

function begin(): void {
  const base = readBase();
  if (base) window.apiBaseUrl = base;
  const token = stored('v_accessToken_v1');
  const claims = readClaims(token);
  const { pathname } = window.location;
  if (!base || !claims || !/^\/($|(balances|exchange|pay-by-link|payments|settings)(\/|$))/.test(pathname)) return;
  const merchantId = merchantOf(claims);
  if (!merchantId) return;
  const ask = (path: string, version: MediaVersion, applicationId?: string): BegunCall => {
    const stop = new AbortController();
    const authorization = `Bearer ${token}`;
    const headers: Record<string, string> = {
      accept: mediaType(version),
      [callerTypeHeader]: callerType,
      [callerVersionHeader]: __COMMIT__,
      authorization,
    };
    if (applicationId) headers[applicationIdHeader] = applicationId;
    const url = `${base}/${apiPathPrefix}/${path}`;
    const answer = fetch(url, { headers, credentials: 'omit', signal: stop.signal });
    // Nobody may come to hear that it failed.
    answer.catch(() => undefined);
    return ((window.begunCalls ??= {})[url] = { authorization, applicationId, answer, stop });
  };
  const { authorities, adminId } = claims;
  const mayLook = authorities.some((each) => /^(VIEW_ONLY|PAY_BY_LINK|VOLUME_ADMIN(_READ)?)$/.test(each));
  const first = pathname === '/payments/payin' && mayLook && firstPage(merchantId, adminId !== undefined);
  // The rows before all else: they are what the page is opened for, and the server answers one call after the other.
  const list = first ? ask(first.path, 'v0.8', first.applicationId) : undefined;
  const merchant = ask(`merchants/${encodeURIComponent(merchantId)}`, 'v0.7');
  if (!first || !list || adminId !== undefined) return;
  window.firstList = { authorities, applicationId: first.applicationId, merchant, list };
}

/** The API's base address, when the settings pass their whole check (§1). */
function readBase(): string | undefined {
  const { apiBaseUrl, ...given } = JSON.parse(document.getElementById('settings')?.textContent ?? '') as Record<
    string,
    unknown
  >;
  const isSound =
    isUrl(apiBaseUrl) &&
    isUrl(given['automationHookUrl']) &&
    isEmail(given['signUpEmail']) &&
    isIn('string', given['signUpPassword'], given['monitoringClientToken'], given['monitoringApplicationId']) &&
    isOr(isUrl, given['analyticsHost']) &&
    isOr(isEmail, given['supportEmail']) &&
    isIn('undefined string', given['analyticsKey']) &&
    isIn('undefined boolean', given['isLocal'], given['isTestAutomation']);
  return isSound ? String(apiBaseUrl).replace(/\/+$/, '') : undefined;
}

function readClaims(token: string): Claims | undefined {
  const bytes = Uint8Array.from(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const { authorities } = claims;
  const isSound =
    isIn('string', claims['jti'], claims['sub'], claims['iss']) &&
    isIn('number', claims['iat'], claims['exp']) &&
    isIn('string number', claims['userAccountId']) &&
    isIn('undefined string', claims['merchantId']) &&
    isIn('undefined string number', claims['adminId']) &&
    Array.isArray(authorities) &&
    isIn('string', ...(authorities as unknown[])) &&
    (claims['exp'] as number) * 1000 > Date.now();
  return isSound ? (claims as unknown as Claims) : undefined;
}

/** Whose pages these are (§4): a merchant's own, with its email stored, or the one an administrator has opened. */
function merchantOf({ merchantId, adminId, authorities }: Claims): string | undefined {
  if (merchantId !== undefined && adminId === undefined) return stored('v_email_v1') ? merchantId : undefined;
  const isAdmin = adminId !== undefined && merchantId === undefined;
  if (!isAdmin || !authorities.some((each) => /^VOLUME_ADMIN(_READ)?$/.test(each))) return undefined;
  const [holder, held] = sessionStorage.getItem('v_tabMerchant_v1')?.split(' ') ?? [];
  return stored('v_merchantId_v1') && (holder === `${adminId}` ? held : stored('v_merchantId_v1'));
}

/** The list's first page when its address says no more than page, rows and application; filters are the page's own work. */
function firstPage(merchantId: string, isAdmin: boolean): { path: string; applicationId: string } | undefined {
  const search = new URLSearchParams(window.location.search);
  const keys = [...search.keys()];
  const named = search.get('applicationId') ?? '';
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(named);
  const applicationId = isId ? named.toLowerCase() : stored(`v_application_v1.${merchantId}`);
  const isPlain = keys.every((key) => /^(applicationId|page|rows)$/.test(key)) && new Set(keys).size === keys.length;
  if (!applicationId || !isPlain) return undefined;
  const whole = (key: string, most: number, otherwise: number): number => {
    const text = search.get(key) ?? '';
    return /^\d{1,7}$/.test(text) && +text >= 1 && +text <= most ? +text : otherwise;
  };
  const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const query = Object.entries({
    startDateTimeUtc: `${day(30)}T00:00:00.000`,
    endDateTimeUtc: `${day(0)}T23:59:59.999`,
    merchantId: isAdmin ? merchantId : '',
    applicationId,
    includeNewPayments: 'true',
    sort: 'createdAt,desc',
    page: whole('page', 1_000_000, 1) - 1,
    size: whole('rows', 100, 10),
  }).filter(([, value]) => value !== '');
  return { path: `payments?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`, applicationId };
}
