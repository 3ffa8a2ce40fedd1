import type { Currency } from '@volume/contract/money.ts';
import type { ProviderOrder } from '#core/account-providers.ts';
import type { Services } from '#core/services.ts';
import type { MoneyOutStatus } from '#ledger/money-out.ts';

export type OrderName = { merchantId: string; orderId: string };
export type News = {
  status: MoneyOutStatus;
  description: string | null;
  /** The order as its provider knows it, where the news says so; what is left of an order our books do not have. */
  known?: Partial<Pick<ProviderOrder, 'provider' | 'payInAccountId' | 'amount'> & { currency: Currency }>;
};

/** An order, how it stands in our books, and since when. */
export type OrderFound = { order: ProviderOrder; status: MoneyOutStatus; since: Date };

/** How a noun keeps the orders it sends to an account provider; refunds and payouts each have one. */
export type OrderKeeper = {
  kind: ProviderOrder['kind'];
  /** The order and how it stands in our books; null when there is none. */
  find(services: Services, name: OrderName): Promise<OrderFound | null>;
  /**
   * Writes down what the provider says, in one transaction. What is old or repeated changes nothing; what contradicts our books
   * changes nothing in them and is filed as an exception.
   */
  hear(services: Services, name: OrderName, news: News): Promise<void>;
};
