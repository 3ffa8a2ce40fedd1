import { mayViewPayments } from '@volume/contract/access.ts';
import { listApprovals } from '@volume/contract/approvals/approvals.ts';
import Users from 'lucide/dist/esm/icons/users.mjs';
import { useWaiting } from '#features/approvals/approvals-query.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { approvalsHref, type MerchantSearch } from '#platform/hrefs.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { NavLine } from './nav-list.tsx';

interface ApprovalsLinkProps {
  merchantId: string;
  pathname: string;
  search: MerchantSearch;
}

/** The link to the approvals, for merchants that require them or as long as one is waiting (contract §11). */
export default function ApprovalsLink({ merchantId, pathname, search }: ApprovalsLinkProps) {
  const mayView = usePermitted(mayViewPayments);
  const isAvailable = useCanDo(listApprovals) && mayView;
  const data = useWaiting(merchantId, isAvailable);
  if (!data || (!data.isOn && data.waiting === 0)) return null;
  return (
    <NavLine
      name="Approvals"
      icon={Users}
      href={approvalsHref({ ...search, state: ['WAITING'] })}
      isHere={pathname === '/payments/approvals'}
    >
      {data.waiting > 0 && <span className="num ml-auto text-label in-data-folded:sr-only">{data.waiting}</span>}
    </NavLine>
  );
}
