import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import type { ExchangeQuote, ExchangeQuoteRequest } from '@volume/contract/balances/exchange.ts';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { AccountFigure } from '#features/balances/account-figure.tsx';
import { AmountField } from '#forms/amount-field.tsx';
import { availableLimit, lowestLimit, overLimit, useLargestLimit } from '#forms/amount-limit.ts';
import { type AmountLimit, amountText, typedAmount, unread } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import type { Scope } from '#platform/scope.ts';
import { useMoveMoneyDisabledReason } from '#platform/session/use-session.ts';
import { useAfter } from '#platform/writes/use-write.ts';
import { accountLabel, availableIn } from './exchange-labels.ts';
import { QuotePanel } from './quote-panel.tsx';
import { useExchange } from './use-exchange.ts';

interface Pair {
  from: PayInAccount;
  to: PayInAccount;
}

const Typed = z.object({
  from: z.optional(z.number()),
  to: z.optional(z.number()),
  /** Which amount was typed; the quote fills in the other. */
  typed: z.enum(['sellAmount', 'buyAmount']),
  sellAmount: z.string(),
  buyAmount: z.string(),
});
type ExchangeTyped = z.input<typeof Typed>;

const empty: ExchangeTyped = { typed: 'sellAmount', sellAmount: '', buyAmount: '' };

type Limits = Record<ExchangeTyped['typed'], AmountLimit | undefined>;

/** The maximum amounts to sell and buy; `largestIn` is the deployment's limit. */
function limitsOf({ from, to }: Pair, largestIn: ReturnType<typeof useLargestLimit>): Limits {
  const available = availableLimit(availableIn(from), from.forCurrency);
  return { sellAmount: lowestLimit(available, largestIn(from.forCurrency)), buyAmount: largestIn(to.forCurrency) };
}

/** Parses the form into a request for a quote, which has only one of the two amounts. */
function quoteSchema({ from, to }: Pair, typed: ExchangeTyped['typed'], limits: Limits) {
  const isSelling = typed === 'sellAmount';
  return z.pipe(
    z.extend(Typed, {
      sellAmount: isSelling ? typedAmount({ currency: from.forCurrency, limit: limits.sellAmount }) : unread,
      buyAmount: isSelling ? unread : typedAmount({ currency: to.forCurrency, limit: limits.buyAmount }),
    }),
    z.transform(({ sellAmount, buyAmount }): ExchangeQuoteRequest => {
      const accounts = { fromPayInAccountId: from.id, toPayInAccountId: to.id };
      return sellAmount === null ? { ...accounts, buyAmount: buyAmount ?? 0 } : { ...accounts, sellAmount };
    }),
  );
}

/** Returns the chosen accounts, or the first that can be exchanged into each other. */
function findPair(accounts: readonly PayInAccount[]) {
  return (fromId: number | undefined, toId: number | undefined): Pair | undefined => {
    const canSell = (from: PayInAccount) => accounts.some(({ forCurrency }) => forCurrency !== from.forCurrency);
    const from = accounts.find(({ id }) => id === fromId) ?? accounts.find(canSell);
    const others = accounts.filter(({ forCurrency }) => from && forCurrency !== from.forCurrency);
    const to = others.find(({ id }) => id === toId) ?? others[0];
    return from && to ? { from, to } : undefined;
  };
}

interface ExchangeFormProps {
  scope: Scope;
  /** Only virtual accounts, as no others can be exchanged between. */
  accounts: readonly PayInAccount[];
}

export function ExchangeForm({ scope, accounts }: ExchangeFormProps) {
  const find = findPair(accounts);
  const first = find(undefined, undefined);
  if (first) return <PairForm {...{ scope, accounts }} pairOf={(from, to) => find(from, to) ?? first} />;
  return (
    <EmptyState
      title="Exchange needs accounts in two currencies"
      detail="You need two virtual accounts in different currencies."
    />
  );
}

type PairFormProps = ExchangeFormProps & { pairOf: (from: number | undefined, to: number | undefined) => Pair };

function PairForm({ scope, accounts, pairOf }: PairFormProps) {
  const { timed, asking, booking, drop } = useExchange(scope);
  const largestIn = useLargestLimit();
  const form = useForm<ExchangeTyped, ExchangeQuoteRequest>({
    schema: ({ from, to, typed }) => {
      const pair = pairOf(from, to);
      return quoteSchema(pair, typed, limitsOf(pair, largestIn));
    },
    values: empty,
    write: asking,
  });
  useAfter(booking, () => form.reset({ ...form.read(), ...empty }));
  useQuotedAmount(form, timed?.quote);
  const reason = useMoveMoneyDisabledReason();
  const pair = pairOf(form.value('from'), form.value('to'));
  const ask = () => {
    booking.reset();
    form.submit();
  };
  // Locks the fields while the amount could not be sent.
  const isLocked = reason !== undefined || asking.isBusy || booking.isBusy || booking.isAskingForProof;
  const limits = limitsOf(pair, largestIn);
  const typed = form.value('typed');
  const currency = (typed === 'sellAmount' ? pair.from : pair.to).forCurrency;
  const tooMuch = overLimit(form.value(typed), currency, limits[typed]);
  const side = { form, accounts, pair, isLocked, onChange: drop };
  return (
    <section aria-label="New exchange" className="grid max-w-[460px] gap-3.5">
      {reason !== undefined && <Notice tone="info" title={reason} />}
      <form
        {...form.element}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !timed) ask();
        }}
        className="grid gap-3.5 print:hidden"
        id="exchange"
      >
        <SideFields {...side} name="sellAmount" limit={limits.sellAmount} />
        <SideFields {...side} name="buyAmount" limit={limits.buyAmount} />
        {asking.refusal && !form.isOnField && (
          <Refusal message={asking.refusal.message} traceId={asking.refusal.traceId}>
            Nothing was exchanged.
          </Refusal>
        )}
        {!timed && (
          <Button type="submit" variant="primary" busy={asking.isBusy} disabledReason={reason ?? tooMuch}>
            Get a quote
          </Button>
        )}
      </form>
      {timed && <QuotePanel {...{ timed, booking, reason }} isAsking={asking.isBusy} onAgain={ask} onDrop={drop} />}
    </section>
  );
}

/** Fills the other amount from the quote, or empties it without one. */
function useQuotedAmount(form: Form<ExchangeTyped>, quote: ExchangeQuote | undefined) {
  const other = form.value('typed') === 'sellAmount' ? 'buyAmount' : 'sellAmount';
  const text = quote ? amountText(quote[other]) : '';
  useEffect(() => {
    form.fill(other, text);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each quote and side
  }, [other, text]);
}

interface SideFieldsProps {
  form: Form<ExchangeTyped>;
  name: 'sellAmount' | 'buyAmount';
  pair: Pair;
  accounts: readonly PayInAccount[];
  limit: AmountLimit | undefined;
  isLocked: boolean;
  /** Drops the current quote. */
  onChange: () => void;
}

function SideFields({ form, name, pair, accounts, limit, isLocked, onChange }: SideFieldsProps) {
  const isSelling = name === 'sellAmount';
  const account = isSelling ? pair.from : pair.to;
  const choices = isSelling ? accounts : accounts.filter(({ forCurrency }) => forCurrency !== pair.from.forCurrency);
  const available = isSelling ? availableIn(account) : undefined;
  const field = form.amount(name);
  const type = () => {
    onChange();
    if (form.read().typed !== name) form.change('typed', name);
  };
  return (
    <>
      <AmountField
        label={isSelling ? 'You sell' : 'You get'}
        currency={account.forCurrency}
        {...field}
        onChange={(event) => {
          type();
          void field.onChange(event);
        }}
        readOnly={isLocked}
        limit={limit}
        onUse={
          isLocked
            ? undefined
            : (text) => {
                type();
                form.change(name, text);
              }
        }
        hint={
          available === undefined ? undefined : (
            <>
              <AccountFigure figure="AVAILABLE" account={account} minor={available} /> is available
            </>
          )
        }
      />
      <SelectField
        label={isSelling ? 'From' : 'Into'}
        size="l"
        options={choices.map((each) => ({ value: String(each.id), label: accountLabel(each) }))}
        value={String(account.id)}
        onChange={(id) => {
          onChange();
          form.change(isSelling ? 'from' : 'to', Number(id));
        }}
      />
    </>
  );
}
