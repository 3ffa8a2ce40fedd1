import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { apiPathPrefix, callHeaders } from '@volume/contract/headers.ts';
import type { MediaVersion } from '@volume/contract/endpoint.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import { overviewPath, startPath } from '@volume/contract/screens/screen-calls.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { readPeriodChoice, toPeriods } from '#features/overview/span.ts';
import { payInSearch, toPayInQuery } from '#features/pay-ins/pay-in-filters.ts';
import { beginOverview, beginStart } from '#platform/calls/begin-screen.ts';
import { capabilitiesKey, nameOfCall, readOwnCapabilities } from '#platform/calls/remembered-capabilities.ts';
import { readId } from '#lists/read-search.ts';
import { parseSearch, stringifySearch } from '#platform/search-text.ts';
import { authoritiesIn, merchantIdInCalls, readSession, type Session } from '#platform/session/session.ts';
import { keepBegunCall, keyOfCall, type BegunCall } from './begun-calls.ts';
import { fits } from './fits.ts';
import { payInParameters, settingsShape } from './shapes.ts';

declare const __COMMIT__: string;

/** The session of the user who opened the page, and the calls that were sent for it. */
export interface FirstPage {
  /** Absent when the settings are invalid, like everything else. */
  apiBaseUrl?: string;
  session?: Session;
  applicationId?: string | undefined;
  /** Absent on pages that belong to no merchant. */
  merchant?: BegunCall | undefined;
  /**
   * Requests the rows of the current address, unless another session has begun. Absent unless it is the list of pay-ins
   * and the user is allowed to see it.
   */
  askForRows?: (() => BegunCall | undefined) | undefined;
  rows?: BegunCall | undefined;
}

/**
 * Part of the inline script, which runs before any file has loaded. Requests the merchant, the capabilities and the first
 * page of a pay-in list exactly as the pages will (§7), so that they can take the response (begun-calls.ts). An API that
 * has answered this build before gets one call for the whole screen (decision 47). Does nothing when the user could
 * still be redirected: it needs valid settings, an unexpired token of the right shape, the authority and a known
 * application (contract §9). It uses no library, so it repeats what the list's own code does.
 */
export function beginCalls(): FirstPage {
  try {
    return begin();
  } catch {
    // The portal itself shows an error when there is no storage or no settings.
    return {};
  }
}

function begin(): FirstPage {
  const settings: unknown = JSON.parse(document.getElementById('settings')?.textContent ?? '');
  if (!fits<PortalSettings>(settingsShape, settings)) return {};
  const apiBaseUrl = settings.apiBaseUrl.replace(/\/+$/, '');
  const session = readSession();
  const { pathname, search } = window.location;
  const isInMerchant = /^\/($|(balances|exchange|pay-by-link|payments|settings)(\/|$))/.test(pathname);
  if (session.kind === 'none' || !session.merchantId || !isInMerchant) return { apiBaseUrl, session };
  const { merchantId } = session;
  const { urlOf, headersOf, ask } = createAsk(apiBaseUrl, session.token);
  const applicationId = applicationIn(search, merchantId);
  const authorities = authoritiesIn(session);
  const mayLook = applicationId !== undefined && isPermitted(authorities, mayViewPayments);
  const isPayInList = pathname === '/payments/payin' && mayLook;
  const askForRows = isPayInList
    ? () => {
        const now = readSession();
        const isSame = now.kind !== 'none' && now.token === session.token && now.merchantId === merchantId;
        return isSame ? ask(pathOfRows(applicationId, merchantIdInCalls(session)), 'v0.8', applicationId) : undefined;
      }
    : undefined;
  // The rows first, because the user waits for them and the server answers one call after the other.
  const rows = askForRows?.();
  const merchantPath = `merchants/${encodeURIComponent(merchantId)}`;
  const known = readOwnCapabilities(localStorage.getItem(capabilitiesKey), { apiBaseUrl, commit: __COMMIT__ });
  const caller = { urlOf, headers: headersOf('v0.7'), authorities };
  if (known.includes(nameOfCall({ method: 'GET', path: startPath }))) beginStart(caller, merchantId);
  else {
    ask(merchantPath, 'v0.7');
    // Every page needs the capabilities, and some calls wait for them.
    ask('capabilities', 'v0.7');
  }
  if (pathname === '/' && mayLook && known.includes(nameOfCall({ method: 'GET', path: overviewPath }))) {
    const today = utcDay(Date.now());
    const { now } = toPeriods(readPeriodChoice(parseSearch(search)), today);
    beginOverview(caller, { merchantId, applicationId, ...now, today });
  }
  const merchant = window.begunCalls?.[keyOfCall(urlOf(merchantPath), headersOf('v0.7'))];
  return { apiBaseUrl, session, applicationId, merchant, askForRows, rows };
}

/** The application in the address, otherwise the first one of the merchant, where it is known (platform/preferences.ts). */
function applicationIn(search: string, merchantId: string): string | undefined {
  return (
    readId(parseSearch(search)['applicationId']) ?? localStorage.getItem(`v_application_v1.${merchantId}`) ?? undefined
  );
}

function createAsk(apiBaseUrl: string, token: string) {
  const urlOf = (path: string): string => `${apiBaseUrl}/${apiPathPrefix}/${path}`;
  const headersOf = (version: MediaVersion, applicationId?: string) =>
    callHeaders({ version, commit: __COMMIT__, authorization: `Bearer ${token}`, applicationId });
  const ask = (path: string, version: MediaVersion, applicationId?: string): BegunCall => {
    const headers = headersOf(version, applicationId);
    const stop = new AbortController();
    // While a page loads after going back, browsers answer its calls from their cache.
    const answer = fetch(urlOf(path), { headers, credentials: 'omit', signal: stop.signal, cache: 'no-store' });
    // Without this handler, a failure that no page reads would be an unhandled rejection.
    answer.catch(() => undefined);
    return keepBegunCall(urlOf(path), headers, { answer, stop });
  };
  return { urlOf, headersOf, ask };
}

/** The path of the call for the rows that the address selects, written as the list itself writes it. */
function pathOfRows(applicationId: string, merchantId?: string): string {
  const search = payInSearch.read(parseSearch(window.location.search));
  const query = toPayInQuery({ ...search, applicationId }, { today: utcDay(Date.now()), merchantId });
  const texts = { ...query, minAmount: toMajor(query.minAmount), maxAmount: toMajor(query.maxAmount) };
  return `payments${stringifySearch(Object.fromEntries(payInParameters.map((name) => [name, texts[name]])))}`;
}

/** Exact for the amounts that an address can have. */
const toMajor = (minor: number | undefined): number | undefined => minor && minor / 100;
