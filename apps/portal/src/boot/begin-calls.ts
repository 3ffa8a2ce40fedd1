import { isPermitted, mayViewPayments } from '@volume/contract/access.ts';
import { apiPathPrefix, callHeaders } from '@volume/contract/headers.ts';
import type { MediaVersion } from '@volume/contract/endpoint.ts';
import type { PortalSettings } from '@volume/contract/portal/settings.ts';
import { utcDay } from '#design/days/date-presets.ts';
import { createdDays, toWire } from '#lists/filters.ts';
import { readPage, readWhole } from '#lists/read-search.ts';
import { stringifySearch } from '#platform/search-text.ts';
import { authoritiesIn, merchantIdInCalls, readSession, type Session } from '#platform/session/session.ts';
import { keyOfCall, type BegunCall } from './begun-calls.ts';
import { fits } from './fits.ts';
import { settingsShape } from './shapes.ts';

declare const __COMMIT__: string;

/** Who opened the page, and what it has asked for: enough to show its frame, and the first rows of a merchant's own list of pay-ins. */
export interface FirstPage {
  /** Absent where the settings are wrong, as everything is. */
  apiBaseUrl?: string;
  session?: Session;
  applicationId?: string | undefined;
  /** Absent outside a merchant. */
  merchant?: BegunCall;
  list?: BegunCall | undefined;
}

/**
 * Stands in the page itself and runs before any file is there: asks for the merchant, the calls there are, and the first page of a
 * pay-in list, exactly as the pages will (§7), so that they find the answer on its way (begun-calls.ts). Only where nothing could
 * still lead elsewhere: sound settings, an unexpired token of the right shape, the authority, a known application
 * (contract §9); in doubt it does nothing. Knows no library, so it says again in short what the list says.
 */
export function beginCalls(): FirstPage {
  try {
    return begin();
  } catch {
    // A page without storage or settings says so itself.
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
  const ask = (path: string, version: MediaVersion, forApplication?: string): BegunCall => {
    const authorization = `Bearer ${session.token}`;
    const headers = callHeaders({ version, commit: __COMMIT__, authorization, applicationId: forApplication });
    const url = `${apiBaseUrl}/${apiPathPrefix}/${path}`;
    const stop = new AbortController();
    const answer = fetch(url, { headers, credentials: 'omit', signal: stop.signal });
    // Nobody may come to hear that it failed.
    answer.catch(() => undefined);
    return ((window.begunCalls ??= {})[keyOfCall(url, headers)] = { answer, stop });
  };
  const asked = new URLSearchParams(search);
  const named = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(asked.get('applicationId') ?? '')?.[0];
  // The application in the address, else the last one of this merchant.
  const last = localStorage.getItem(`v_application_v1.${session.merchantId}`) ?? undefined;
  const applicationId = named?.toLowerCase() ?? last;
  const mayLook = pathname === '/payments/payin' && isPermitted(authoritiesIn(session), mayViewPayments);
  const path = mayLook && applicationId && pathOfList(asked, applicationId, merchantIdInCalls(session));
  // The rows before all else: they are what the page is opened for, and the server answers one call after the other.
  const list = path ? ask(path, 'v0.8', applicationId) : undefined;
  const merchant = ask(`merchants/${encodeURIComponent(session.merchantId)}`, 'v0.7');
  // What this deployment has: every page asks, and what hangs on it would wait for two answers, one after the other.
  ask('capabilities', 'v0.7');
  return { apiBaseUrl, session, applicationId, merchant, list };
}

/** The list when its address says no more than page, rows and application; filters are the page's own work. */
function pathOfList(asked: URLSearchParams, applicationId: string, merchantId?: string): string | undefined {
  if (!/^(applicationId)?( ?page)?( ?rows)?$/.test([...asked.keys()].toSorted().join(' '))) return undefined;
  const query = {
    ...toWire(createdDays, {}, utcDay(Date.now())),
    merchantId,
    applicationId,
    includeNewPayments: true,
    sort: 'createdAt,desc',
    page: (readPage(asked.get('page')) ?? 1) - 1,
    size: readWhole(asked.get('rows'), 100) ?? 10,
  };
  return `payments${stringifySearch(query)}`;
}
