import { useQuery } from '@tanstack/react-query';
import { getMerchantHealth } from '@volume/contract/merchants/health.ts';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { healthQuery } from '#features/merchants/health/health-query.ts';
import { CanDo, useCanDo } from '#platform/calls/capabilities.ts';
import { adminMerchantSettingsHref } from '#platform/hrefs.ts';

/** Only the name, because the merchant's page does not make the call. */
const settings = { method: 'GET', path: 'platform/merchants/{}/settings', origin: 'ours' } as const;

/** The link to the merchant's settings for administrators. */
export function SettingsButton({ merchantId }: { merchantId: string }) {
  return (
    <CanDo call={settings}>
      <Button href={adminMerchantSettingsHref(merchantId)}>Settings</Button>
    </CanDo>
  );
}

/** Shown while the merchant waits for a decision about another application. */
export function RequestsBanner({ merchantId }: { merchantId: string }) {
  const canAsk = useCanDo(getMerchantHealth);
  const canDecide = useCanDo(settings);
  const { data } = useQuery({ ...healthQuery(merchantId), enabled: canAsk });
  const count = data?.openRequests ?? 0;
  if (!canDecide || count === 0) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="info"
        title={
          count === 1 ? 'This merchant asks for another application' : `This merchant asks for ${count} applications`
        }
        actions={
          <Button size="s" href={adminMerchantSettingsHref(merchantId)}>
            Decide
          </Button>
        }
      />
    </div>
  );
}
