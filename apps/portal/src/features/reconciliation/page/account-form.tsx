import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { useId, useState } from 'react';
import { Radio } from '#design/choose/checkbox.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { numberOf } from '#features/balances/account-display.ts';
import { accountName } from '#features/balances/provider-names.ts';
import { findOwnAccount } from '#features/reconciliation/own-account.ts';
import { isoDay } from '#features/reconciliation/reading/statement.ts';
import type { AccountChoice, Phase } from '#features/reconciliation/reconciliation-run.ts';
import type { StatementAccount } from '#features/reconciliation/worker/load-books.ts';
import type { StatementSummary } from '#features/reconciliation/worker/worker-messages.ts';
import { asChosen, leftOutText, linesText, ProofText } from './proof-text.tsx';

interface AccountFormProps {
  phase: Extract<Phase, { kind: 'account' }>;
  accounts: readonly PayInAccount[];
  onAskColumns: () => void;
  onAccount: (choice: AccountChoice) => void;
  onCancel: () => void;
}

/** Asks which statement of the file is matched with which account. */
export function AccountForm({ phase, accounts, onAskColumns, onAccount, onCancel }: AccountFormProps) {
  const { summaries, isForeign } = phase;
  const [statement, setStatement] = useState(() => likeliest(summaries, accounts));
  const summary = summaries[statement];
  if (!summary) return null;
  return (
    <div className="mb-5 grid gap-3 rounded border border-line px-4 py-3.5">
      <p className="m-0 font-medium">
        <bdi data-personal>{phase.fileName}</bdi> {questionOf(phase, summary)}
      </p>
      {summaries.length > 1 ? (
        <StatementChoice {...{ summaries, statement }} onChange={setStatement} />
      ) : (
        <p className="m-0 text-ink-3">{contentOf(summary)}</p>
      )}
      <p className="m-0 text-ink-3">
        <ProofText of={summary} />
      </p>
      <AccountChoiceForm
        key={statement}
        {...{ summary, accounts, isForeign, onAskColumns, onCancel }}
        onChoose={(of, destination) => onAccount({ statement, of, destination })}
      />
    </div>
  );
}

/** The first statement of one of the merchant's accounts, otherwise the first with lines. */
function likeliest(summaries: readonly StatementSummary[], accounts: readonly PayInAccount[]): number {
  const own = summaries.findIndex((each) => each.lines > 0 && findOwnAccount(accounts, each));
  return own === -1 ? summaries.findIndex(({ lines }) => lines > 0) : own;
}

function questionOf({ summaries, isForeign }: AccountFormProps['phase'], { account, proof }: StatementSummary): string {
  if (summaries.length > 1) return `has ${formatCount(summaries.length)} statements: choose the one to match`;
  if (account === undefined) return 'does not say which account it is for';
  if (proof.kind === 'breaks' && !isForeign) return 'has balances that do not agree with its lines';
  return 'is of an account that is not one of yours: choose which one it is';
}

const dayText = (day: number): string => formatDateTime(isoDay(day), 'UTC', 'date');

function contentOf(summary: StatementSummary): string {
  const { lines, firstDay, lastDay, dateOrder, isAsChosen } = summary;
  const days = lines === 0 ? '' : `, ${dayText(firstDay)} to ${dayText(lastDay)}`;
  return [
    `${linesText(lines)}${days}`,
    dateOrder && `dates read as ${dateOrder}`,
    isAsChosen && asChosen,
    leftOutText(summary),
  ]
    .filter(Boolean)
    .join(', ');
}

interface StatementChoiceProps {
  summaries: readonly StatementSummary[];
  statement: number;
  onChange: (statement: number) => void;
}

function StatementChoice({ summaries, statement, onChange }: StatementChoiceProps) {
  const name = useId();
  return (
    <fieldset className="m-0 grid gap-2 border-0 p-0">
      <legend className="sr-only">Statement</legend>
      {summaries.map((summary, at) => (
        <Radio
          key={at}
          name={name}
          checked={at === statement}
          disabled={summary.lines === 0}
          onChange={() => onChange(at)}
        >
          <span>
            <bdi data-personal>{summary.account ?? 'No account named'}</bdi>
            {summary.currency && ` · ${summary.currency}`} · {contentOf(summary)}
          </span>
        </Radio>
      ))}
    </fieldset>
  );
}

interface AccountChoiceFormProps extends Pick<AccountFormProps, 'accounts' | 'onAskColumns' | 'onCancel'> {
  summary: StatementSummary;
  isForeign: boolean;
  onChoose: (of: StatementAccount, destination: string | undefined) => void;
}

function AccountChoiceForm(props: AccountChoiceFormProps) {
  const { summary, accounts, isForeign, onAskColumns, onChoose, onCancel } = props;
  const { account: number, currency, format } = summary;
  const own = findOwnAccount(accounts, summary);
  const choices = choicesFor(accounts, currency);
  // A file that does not say it is most likely of the merchant's own bank account.
  const direct =
    number === undefined || isForeign
      ? accounts.find((each) => !each.isVirtualAccount && fits(each, currency))
      : undefined;
  const [value, setValue] = useState(String((own ?? direct)?.id ?? choices[0]?.value ?? ''));
  const chosen = choices.find((each) => each.value === value)?.of;
  const match = () => {
    if (!chosen) return;
    const isNamed = chosen.kind === 'bank' ? !isForeign : chosen.account === own;
    onChoose(chosen, isNamed ? number : undefined);
  };
  return (
    <>
      {choices.length === 0 ? (
        <p className="m-0">This application has no account in {currency ?? 'any currency'}: nothing can be matched.</p>
      ) : (
        <SelectField label="Account" size="l" value={value} options={choices} onChange={setValue} />
      )}
      <div className="flex justify-end gap-2">
        {format === 'CSV' && (
          <Button variant="quiet" className="mr-auto" onClick={onAskColumns}>
            Columns
          </Button>
        )}
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {chosen && (
          <Button variant="primary" onClick={match}>
            Match
          </Button>
        )}
      </div>
    </>
  );
}

const fits = (account: PayInAccount, currency: string | undefined): boolean =>
  currency === undefined || account.forCurrency === currency;

function choicesFor(accounts: readonly PayInAccount[], currency: string | undefined) {
  const fitting = accounts.filter((account) => fits(account, currency));
  const currencies = [...new Set(fitting.map(({ forCurrency }) => forCurrency))];
  const choices: { value: string; label: string; of: StatementAccount }[] = [
    ...currencies.map((each) => ({
      value: `bank ${each}`,
      label: `${each} · our bank account (receives payouts)`,
      of: { kind: 'bank' as const, currency: each },
    })),
    ...fitting.map((account) => ({
      value: String(account.id),
      label: `${accountName(account)} · ${numberOf(account)}`,
      of: { kind: 'pay-in' as const, account },
    })),
  ];
  return choices;
}
