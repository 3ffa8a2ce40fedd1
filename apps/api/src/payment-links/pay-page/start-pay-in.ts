import type { Services } from '#core/services.ts';
import type { Approval } from '#providers/port.ts';
import type { Attempt } from '#payment-links/attempts/lock-attempt.ts';
import { outcomePath, readPayPage } from './read-pay-page.ts';

/** Asks the bank where the payer approves an attempt; `address` is one of this server. */
export async function startPayIn(services: Services, attempt: Attempt, address: string): Promise<Approval> {
  const { shopName, paymentLink } = await readPayPage(services, attempt.paymentIntentId);
  const { merchantId, paymentId, payInAccountId, amount, currency, institutionId, institutionName } = attempt;
  return services.providers.startPayIn({
    merchantId,
    paymentId,
    payInAccountId,
    amount,
    currency,
    institutionId,
    institutionName,
    payeeName: shopName,
    payerName: attempt.expectedNames?.[0] ?? null,
    reference: paymentLink.reference,
    returnTo: (services.settings.publicUrl ?? new URL(address).origin) + outcomePath(services, attempt),
  });
}
