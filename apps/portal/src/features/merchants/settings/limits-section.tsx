import type { MerchantSettings } from '@volume/contract/merchants/merchant-settings.ts';
import { sayMajor } from '@volume/contract/money/money.ts';
import { useState } from 'react';
import { Button } from '#design/controls/button.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { DescriptionList } from '#design/layout/description-list.tsx';
import { Section } from '#design/layout/section.tsx';
import { lazyDialog } from '#design/overlay/dialog.tsx';
import { useAsked } from '#design/overlay/use-asked.ts';
import { formatDateTime } from '#design/text/format-date.ts';
import { useChangeDisabledReason } from '#platform/session/use-session.ts';

type Limits = Pick<MerchantSettings, 'merchantId' | 'limits'>;

const limitText = (own: number | null, platform: number): string =>
  own === null ? `${sayMajor(platform)}, the limit of this environment` : `${sayMajor(own)} in either currency`;

/** The limits that are valid now, and the change that is planned. */
export function LimitsSection({ merchantId, limits }: Limits) {
  const disabledReason = useChangeDisabledReason();
  const { asked, ask } = useAsked();
  const { largestAmount, platformLargestAmount, planned } = limits;
  return (
    <Section
      title="Limits"
      action={
        <Button size="s" disabledReason={disabledReason} onClick={() => ask({})}>
          Change limits
        </Button>
      }
    >
      <DescriptionList items={[{ term: 'Largest amount', detail: limitText(largestAmount, platformLargestAmount) }]} />
      <p className="mt-2 mb-4 text-label text-ink-3">
        For each pay-in, payment link, refund, payout, fixed schedule and exchange.
      </p>
      {planned && (
        <Notice
          tone="info"
          title={`From ${formatDateTime(planned.fromDay, 'UTC', 'date')}, 00:00 UTC: ${limitText(planned.largestAmount, platformLargestAmount)}`}
          actions={<Withdraw merchantId={merchantId} limits={limits} />}
        >
          Payments and orders that were made before are not affected.
        </Notice>
      )}
      {asked && <LimitsDialog key={asked.count} {...{ merchantId, limits }} {...asked} />}
    </Section>
  );
}

function Withdraw({ merchantId, limits }: Limits) {
  const disabledReason = useChangeDisabledReason();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="s" disabledReason={disabledReason} onClick={() => setIsOpen(true)}>
        Withdraw
      </Button>
      <WithdrawDialog {...{ merchantId, limits, isOpen }} onClose={() => setIsOpen(false)} />
    </>
  );
}

const LimitsDialog = lazyDialog(() => import('./limits-dialogs.tsx').then((module) => module.LimitsDialog));
const WithdrawDialog = lazyDialog(() => import('./limits-dialogs.tsx').then((module) => module.WithdrawDialog));
