import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { lazy, Suspense, useEffect } from 'react';
import { merchantQuery, selectApplication } from '#platform/merchant-query.ts';
import { storeFirstApplication } from '#platform/preferences.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import { ActingBar } from './frame/acting-bar.tsx';
import { ApplicationSwitcher } from './frame/application-switcher.tsx';
import { Frame } from './frame/frame.tsx';
import { adminItems, merchantItems } from './frame/nav-items.ts';
import { NavList } from './frame/nav-list.tsx';
import { currentPage } from '#platform/document-title.ts';
import { withApplication } from './routing/guards.ts';
import { switchHref } from './routing/switch-href.ts';
import { RouteError } from './states/route-states.tsx';
import { whenIdle } from '#design/overlay/when-idle.ts';
import { TextLink } from '#design/text/text-link.tsx';
import { accountHref, settingsHref } from '#platform/hrefs.ts';

/** Loads after the page; if loading fails, the navigation omits it. */
const LazyApprovalsLink = lazy(async () => {
  await new Promise<void>(whenIdle);
  return import('./frame/approvals-link.tsx').catch(() => ({ default: () => null }));
});

/** The merchant layout: rendered immediately, and the page does not wait for the merchant's data (§2, §4). */
export function MerchantLayout({
  merchantId,
  applicationId,
}: {
  merchantId: string;
  applicationId: string | undefined;
}) {
  const router = useRouter();
  const { data: merchant, error, refetch } = useQuery(merchantQuery(merchantId));
  const location = useLocation();
  const isAdmin = useSession().kind === 'admin';
  const selected = useSelectedApplication(merchant, applicationId);
  const search = { applicationId: selected?.applicationId ?? applicationId };
  const navigation = (
    <>
      <ApplicationSwitcher
        merchant={merchant}
        selectedId={search.applicationId}
        hrefOf={(id) => switchHref(location, id)}
        hasFailed={error !== null}
        isAdmin={isAdmin}
      />
      <NavList label="Merchant" items={merchantItems} pathname={location.pathname} search={search}>
        {/* Reserves the height of parts that load late, so that nothing moves. */}
        <div className="h-8 phone:h-11">
          <Suspense>
            <LazyApprovalsLink {...{ merchantId, search }} pathname={location.pathname} />
          </Suspense>
        </div>
      </NavList>
      {isAdmin && <NavList label="Administration" items={adminItems} pathname={location.pathname} search={search} />}
    </>
  );
  // A later refetch that fails removes nothing, least of all what is being typed.
  const wrong = merchant ? !needsNoApplication(location.pathname) && applicationErrorOf(merchant) : error;
  return (
    <Frame
      page={currentPage(router)}
      pathname={location.pathname}
      place={merchant && [merchant.companyName, selected?.applicationName].filter(Boolean).join(' · ')}
      navigation={navigation}
    >
      {isAdmin && merchant && <ActingBar companyName={merchant.companyName} />}
      {wrong ? <RouteError error={wrong} reset={() => void refetch()} /> : <Outlet />}
      {Boolean(wrong) && merchant && <NoApplication />}
    </Frame>
  );
}

/** The selected application (§4). Stores the first one for addresses without any; an unknown one in the address is corrected. */
function useSelectedApplication(merchant: Merchant | undefined, applicationId: string | undefined) {
  const router = useRouter();
  const selected = merchant?.applications.length ? selectApplication(merchant, applicationId) : undefined;
  const selectedId = selected?.applicationId;
  const firstId = merchant?.applications[0]?.applicationId;
  const merchantId = merchant?.merchantId;
  useEffect(() => {
    if (!selectedId || !merchantId || !firstId) return;
    storeFirstApplication(merchantId, firstId);
    if (applicationId === selectedId) return;
    void router.navigate({ href: withApplication(router.latestLocation, selectedId), replace: true });
  }, [router, merchantId, firstId, selectedId, applicationId]);
  return selected;
}

function applicationErrorOf(merchant: Merchant): unknown {
  try {
    selectApplication(merchant);
    return undefined;
  } catch (error) {
    return error;
  }
}

const needsNoApplication = (pathname: string): boolean =>
  ['/settings/account-settings', '/settings/users'].includes(pathname);

/** Shown below the card of a merchant without applications: the reason, who can help, and what works already. */
function NoApplication() {
  const mayManage = usePermitted(['EDIT_SETTINGS', 'ACCOUNT_ADMIN']);
  return (
    <p className="m-0 mx-auto max-w-[560px] text-center text-ink-2">
      This merchant has no application yet. Support can add one. Meanwhile you can open{' '}
      <TextLink href={accountHref()}>your account</TextLink>
      {mayManage && (
        <>
          {' '}
          and <TextLink href={settingsHref('users')}>users</TextLink>
        </>
      )}
      .
    </p>
  );
}
