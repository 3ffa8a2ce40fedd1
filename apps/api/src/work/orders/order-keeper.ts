import type { ProviderOrder } from '#http/account-providers.ts';
import type { Services } from '#http/services.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';

export type OrderName = { merchantId: string; orderId: string };
export type News = { status: MoneyOutStatus; description: string | null };

/** How a noun keeps the orders it sends to an account provider; refunds and payouts each have one. */
export type OrderKeeper = {
  kind: ProviderOrder['kind'];
  /** The order and how it stands in our books; null when there is none. */
  find(services: Services, name: OrderName): Promise<{ order: ProviderOrder; status: MoneyOutStatus } | null>;
  /** Writes down what the provider told, in one transaction; what is old, repeated or impossible changes nothing. */
  hear(services: Services, name: OrderName, news: News): Promise<void>;
};
