import { useQueryClient } from '@tanstack/react-query';
import {
  bookExchange,
  type ExchangeQuote,
  type ExchangeQuoteRequest,
  quoteExchange,
} from '@volume/contract/balances/exchange.ts';
import { useState } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { formatMoney } from '#design/text/format-money.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keysOf } from '#platform/queries/query-keys.ts';
import { overviewKeys, payInAccountKeys, statementKeys } from '#platform/queries/shared-keys.ts';
import type { Scope } from '#platform/scope.ts';

/** A quote and when it expires on this device's clock, in milliseconds. */
export interface TimedQuote {
  quote: ExchangeQuote;
  expiresAt: number;
}

/** How long a quote is valid (contract §2). */
const quoteLifeMs = 30_000;

export const exchangeKeys = keysOf('exchanges');

export function useExchange(scope: Scope) {
  const queryClient = useQueryClient();
  const [timed, setTimed] = useState<TimedQuote>();
  const parts = { params: scope, applicationId: scope.applicationId };
  const asking = useWrite(async (body: ExchangeQuoteRequest): Promise<TimedQuote> => {
    // Counted from before the request, so that it is independent of the server's clock and never later than its expiry.
    const expiresAt = Date.now() + quoteLifeMs;
    return { quote: await call(quoteExchange, { ...parts, body }), expiresAt };
  }, setTimed);
  const booking = useWrite(
    (body: { quoteId: string }, extras) => call(bookExchange, { ...parts, body, ...extras }),
    ({ sellAmount, sellCurrency, buyAmount, buyCurrency }) => {
      const [sold, bought] = [formatMoney(sellAmount, sellCurrency), formatMoney(buyAmount, buyCurrency)];
      toast.good(`Exchanged ${sold} for ${bought}`);
      setTimed(undefined);
      invalidate(queryClient, exchangeKeys.all, payInAccountKeys.all, statementKeys.all, overviewKeys.all);
    },
  );
  const drop = () => {
    setTimed(undefined);
    asking.reset();
    booking.reset();
  };
  return { timed, asking, booking, drop };
}
