import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { merchantQuery } from '#platform/merchant-query.ts';
import { knownFirstApplication } from '#platform/preferences.ts';
import { useSession } from '#platform/session/use-session.ts';
import { Frame } from './frame/frame.tsx';
import { adminItems, merchantItems } from './frame/nav-items.ts';
import { NavList } from './frame/nav-list.tsx';
import { currentPage } from '#platform/document-title.ts';

/** The administrators' layout for pages across merchants, with a link to the merchant that they have open. */
export function AdminLayout() {
  const router = useRouter();
  const { pathname } = useLocation();
  const session = useSession();
  const merchantId = session.kind === 'admin' ? session.merchantId : undefined;
  const { data: merchant } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  const search = { applicationId: merchantId ? knownFirstApplication(merchantId) : undefined };
  const navigation = (
    <>
      <NavList label="Administration" items={adminItems} {...{ pathname, search }} />
      {merchant && (
        <div className="grid gap-2 border-t border-line pt-3">
          <bdi className="block truncate px-2 text-s text-ink-3 in-data-folded:hidden">{merchant.companyName}</bdi>
          <NavList label="Merchant" items={merchantItems} {...{ pathname, search }} />
        </div>
      )}
    </>
  );
  return (
    <Frame page={currentPage(router)} pathname={pathname} navigation={navigation}>
      <Outlet />
    </Frame>
  );
}
