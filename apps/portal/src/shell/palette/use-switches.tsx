import { useQuery } from '@tanstack/react-query';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { Icon } from '#design/icon.tsx';
import Building2 from 'lucide/dist/esm/icons/building-complex.mjs';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import Layers from 'lucide/dist/esm/icons/layers.mjs';
import { getStatement } from '@volume/contract/balances/balances.ts';
import { mayViewPayments } from '@volume/contract/access.ts';
import { listFileSchedules } from '@volume/contract/scheduled-files/scheduled-files.ts';
import { isNamed, numberOf } from '#features/balances/account-display.ts';
import { payInAccountsQuery } from '#features/balances/pay-in-accounts-query.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { currentApplicationId, payInsHref, reconcileHref, scheduledFilesHref, statementHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { merchantsQuery } from '#features/merchants/merchants-query.ts';
import { openMerchantPages } from '#features/merchants/open-merchant-pages.ts';
import { usePermitted, useSession } from '#platform/session/use-session.ts';
import { switchHref } from '#shell/routing/switch-href.ts';
import type { PaletteItem } from './palette-item.ts';

interface Place {
  pathname: string;
  searchStr: string;
}

/** The applications of the merchant in use, where there is a choice. */
export function useApplications(place: Place): PaletteItem[] {
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const { data: merchant } = useQuery({ ...merchantQuery(merchantId ?? ''), enabled: merchantId !== undefined });
  if (!merchant || merchant.applications.length < 2) return [];
  const isInside = !/^\/(admin|about)(\/|$)/.test(place.pathname);
  return merchant.applications.map(({ applicationId, applicationName }) => ({
    id: applicationId,
    words: `Application ${applicationName}`,
    name: `Application: ${applicationName}`,
    icon: <Icon of={Layers} />,
    label: <bdi>{applicationName}</bdi>,
    hint: applicationId === currentApplicationId() ? 'In use' : undefined,
    action: { href: isInside ? switchHref(place, applicationId) : payInsHref({ applicationId }) },
  }));
}

/** Every merchant, for administrators; choosing one opens it. */
export function useMerchants(isWanted: boolean, go: (href: string) => void): PaletteItem[] {
  const session = useSession();
  const isAdmin = session.kind === 'admin';
  const { data: merchants } = useQuery({ ...merchantsQuery(), enabled: isAdmin && isWanted });
  if (!isAdmin || !merchants) return [];
  const toItem = (merchant: Merchant): PaletteItem => ({
    id: merchant.merchantId,
    words: `${merchant.companyName} ${merchant.email ?? ''} ${merchant.merchantId} merchant`,
    icon: <Icon of={Building2} />,
    label: <bdi>{merchant.companyName}</bdi>,
    hint: merchant.merchantId === session.merchantId ? 'Open now' : 'Open',
    action: { run: () => go(openMerchantPages(merchant)) },
  });
  return merchants.map(toItem);
}

/** The statements of the application in use, one for each account that has books. */
export function useStatements(isWanted: boolean): PaletteItem[] {
  const session = useSession();
  const merchantId = session.kind === 'none' ? undefined : session.merchantId;
  const applicationId = currentApplicationId();
  const maySee = usePermitted(mayViewPayments);
  const canDo = useCanDo(getStatement) && maySee && merchantId !== undefined && applicationId !== undefined;
  const hasFiles = useCanDo(listFileSchedules);
  const scope = { merchantId: merchantId ?? '', applicationId: applicationId ?? '' };
  const { data: accounts } = useQuery({ ...payInAccountsQuery(scope), enabled: isWanted && canDo });
  if (!isWanted || !canDo || !accounts) return [];
  const statements = accounts
    .filter((account) => account.isVirtualAccount && isNamed(account))
    .map((account): PaletteItem => {
      const name = `Statement: ${accountName(account)}`;
      return {
        id: `statement-${account.id}`,
        label: name,
        words: `${name} ${numberOf(account)}`,
        name,
        hint: numberOf(account),
        icon: <Icon of={FileText} />,
        action: { href: statementHref(String(account.id)) },
      };
    });
  return [...statements, reconcileItem(), ...(hasFiles ? [scheduledFilesItem()] : [])];
}

const reconcileItem = (): PaletteItem => ({
  id: 'reconcile',
  label: 'Reconcile',
  words: 'Reconcile a bank statement',
  name: 'Reconcile',
  icon: <Icon of={FileText} />,
  action: { href: reconcileHref() },
});

const scheduledFilesItem = (): PaletteItem => ({
  id: 'scheduled-files',
  label: 'Scheduled files',
  words: 'Scheduled files daily weekly monthly statement pay-ins email',
  name: 'Scheduled files',
  icon: <Icon of={FileText} />,
  action: { href: scheduledFilesHref() },
});
