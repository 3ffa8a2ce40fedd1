import type { Notification } from '@volume/contract/notifications/notifications.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import type { NotificationKind } from '@volume/contract/notifications/labels.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { formatCount, titleCase } from '#design/text/format-text.ts';
import { balancesHref, deliveriesHref, overviewHref, payInHref, payoutsHref, settingsHref } from '#platform/hrefs.ts';

interface Line {
  text: string;
  href: string;
}

type Named = Pick<Notification, 'kind' | 'objectId' | 'amount' | 'currency' | 'count' | 'applicationId'>;

const payment = ({ objectId, applicationId }: Named) =>
  objectId ? payInHref(objectId, { applicationId }) : overviewHref({ applicationId });
const payout = ({ objectId, applicationId }: Named) => payoutsHref({ payout: objectId ?? undefined, applicationId });

const application = ({ applicationId }: Named) => settingsHref('accounts', { applicationId });

const lines: Record<
  NotificationKind,
  { text: (sum: string, count: number) => string; href: (notification: Named) => string }
> = {
  PAYMENT_HELD: { text: (sum) => `Payment${sum} is held for review`, href: payment },
  REFUND_FAILED: { text: (sum) => `Refund${sum} failed; the money is back in your balance`, href: payment },
  PAYOUT_FAILED: { text: (sum) => `Payout${sum} failed; the money is back in your balance`, href: payout },
  PAYOUT_WAITING: { text: (sum) => `Payout${sum} is awaiting approval`, href: payout },
  REFUND_WAITING: { text: (sum) => `Refund${sum} is awaiting approval`, href: payment },
  APPLICATION_ADDED: { text: () => 'Your request was approved: a new application', href: application },
  APPLICATION_DECLINED: { text: () => 'Your request for an application was declined', href: application },
  LOW_BALANCE: {
    text: (sum) => `Low available balance${sum}`,
    href: ({ applicationId }) => balancesHref({ applicationId }),
  },
  WEBHOOKS_FAILING: {
    text: (_, count) =>
      count === 1 ? 'A webhook delivery is failing' : `${formatCount(count)} webhook deliveries are failing`,
    href: ({ applicationId }) => deliveriesHref({ applicationId, state: ['FAILING', 'GAVE_UP'] }),
  },
};

/** The text and link of a notification; unknown kinds follow the label rule (§9 Labels). */
export function notificationLine(notification: Named): Line {
  const { kind, amount, currency, count } = notification;
  if (!Object.hasOwn(lines, kind)) return { text: titleCase(kind), href: overviewHref() };
  const { text, href } = lines[kind as NotificationKind];
  const sum = amount === null || currency === null ? '' : ` of ${formatMoney(amount, currency as Currency)}`;
  return { text: text(sum, count), href: href(notification) };
}
