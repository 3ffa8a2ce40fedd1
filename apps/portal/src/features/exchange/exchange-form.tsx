import type { PayInAccount } from '@volume/contract/balances.ts';
import { type FormEvent, useState } from 'react';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { AmountField, FieldAction } from '#design/forms/amount-field.tsx';
import { amountText } from '#design/forms/parse-amount.ts';
import { EmptyState } from '#design/feedback/empty-state.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Refusal } from '#design/feedback/refusal.tsx';
import { formatMoney } from '#design/text/format-money.ts';
import type { Scope } from '#platform/scope.ts';
import { useWhyNotMoveMoney } from '#platform/session/why-not.ts';
import { accountLabel, availableIn } from './account-label.ts';
import { type ExchangeDraft, pairOf, readDraft, type Side, sideText } from './exchange-draft.ts';
import { QuotePanel } from './quote-panel.tsx';
import { useExchange } from './use-exchange.ts';

interface ExchangeFormProps {
  scope: Scope;
  /** Virtual accounts alone: no other can be exchanged between. */
  accounts: readonly PayInAccount[];
}

/** What is sold and what is bought: either may be typed, the quote says the other. */
export function ExchangeForm({ scope, accounts }: ExchangeFormProps) {
  const [ids, setIds] = useState<{ from?: number; to?: number }>({});
  const [typed, setTyped] = useState<{ side: Side; text: string }>({ side: 'sell', text: '' });
  const [error, setError] = useState<string>();
  const { held, asking, booking, drop } = useExchange(scope, () => setTyped({ side: 'sell', text: '' }));
  const reason = useWhyNotMoveMoney();
  const pair = pairOf(accounts, ids.from, ids.to);
  if (!pair) {
    return (
      <EmptyState
        title="Exchange needs accounts in two currencies"
        detail="You need two virtual accounts in different currencies."
      />
    );
  }
  const draft: ExchangeDraft = { ...pair, ...typed };
  const ask = () => {
    const read = readDraft(draft);
    setError('error' in read ? read.error : undefined);
    booking.reset();
    if ('request' in read) asking.run(read.request);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === undefined && !held) ask();
  };
  const change = (next: { side: Side; text: string }) => {
    drop();
    setError(undefined);
    setTyped(next);
  };
  const choose = (next: typeof ids) => {
    drop();
    setIds({ ...ids, ...next });
  };
  // Nothing is typed that could not be sent.
  const isLocked = reason !== undefined || asking.isBusy || booking.isBusy || booking.isAskingForProof;
  const fields = { draft, accounts, quote: held?.quote, isLocked, error, onType: change };
  return (
    <div className="grid max-w-[460px] gap-3.5">
      {reason !== undefined && <Notice tone="info" title={reason} />}
      <form onSubmit={submit} noValidate className="grid gap-3.5" id="exchange">
        <SideFields {...fields} side="sell" onAccount={(from) => choose({ from })} />
        <SideFields {...fields} side="buy" onAccount={(to) => choose({ to })} />
        {asking.refusal && (
          <Refusal message={asking.refusal.message} traceId={asking.refusal.traceId}>
            Nothing was exchanged.
          </Refusal>
        )}
        {!held && (
          <Button type="submit" variant="primary" busy={asking.isBusy} disabledReason={reason}>
            Get a quote
          </Button>
        )}
      </form>
      {held && <QuotePanel {...{ held, booking, reason }} isAsking={asking.isBusy} onAgain={ask} onDrop={drop} />}
    </div>
  );
}

interface SideFieldsProps {
  side: Side;
  draft: ExchangeDraft;
  accounts: readonly PayInAccount[];
  quote: Parameters<typeof sideText>[2];
  isLocked: boolean;
  error: string | undefined;
  onType: (next: { side: Side; text: string }) => void;
  onAccount: (id: number) => void;
}

function SideFields({ side, draft, accounts, quote, isLocked, error, onType, onAccount }: SideFieldsProps) {
  const isSelling = side === 'sell';
  const account = isSelling ? draft.from : draft.to;
  const choices = isSelling ? accounts : accounts.filter(({ forCurrency }) => forCurrency !== draft.from.forCurrency);
  const available = isSelling ? availableIn(account) : undefined;
  return (
    <>
      <AmountField
        label={isSelling ? 'You sell' : 'You get'}
        currency={account.forCurrency}
        value={sideText(draft, side, quote)}
        onChange={(text) => onType({ side, text })}
        readOnly={isLocked}
        error={draft.side === side ? error : undefined}
        hint={available === undefined ? undefined : `${formatMoney(available, account.forCurrency)} is available`}
        aside={
          available !== undefined &&
          available > 0 &&
          !isLocked && (
            <FieldAction onPress={() => onType({ side, text: amountText(available) })}>Use full balance</FieldAction>
          )
        }
      />
      <SelectField
        label={isSelling ? 'From' : 'Into'}
        size="l"
        options={choices.map((each) => ({ value: String(each.id), label: accountLabel(each) }))}
        value={String(account.id)}
        onChange={(id) => onAccount(Number(id))}
      />
    </>
  );
}
