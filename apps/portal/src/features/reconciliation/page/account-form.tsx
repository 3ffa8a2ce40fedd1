import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Radio } from '#design/choose/checkbox.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { formatDateTime } from '#design/text/format-date.ts';
import { formatCount } from '#design/text/format-text.ts';
import { accountKey, type AccountOption, optionsFor } from '#features/reconciliation/account-options.ts';
import { findOwnAccount } from '#features/reconciliation/own-account.ts';
import { isoDay } from '#features/reconciliation/reading/statement.ts';
import type { AccountChoice } from '#features/reconciliation/reconciliation.ts';
import type { AccountPhase } from '#features/reconciliation/reconciliation-phase.ts';
import type { StatementAccount } from '#features/reconciliation/worker/load-books.ts';
import type { StatementSummary } from '#features/reconciliation/worker/worker-messages.ts';
import { asChosen, leftOutText, linesText, ProofText } from './proof-text.tsx';

interface AccountFormProps {
  phase: AccountPhase;
  accounts: readonly PayInAccount[];
  onAskColumns: () => void;
  /** Counts the exact matches of a statement with each account. */
  onPropose: (statement: number, isForeign: boolean) => void;
  onAccount: (choice: AccountChoice) => void;
  onCancel: () => void;
}

/** Asks which statement of the file to match with which account. */
export function AccountForm({ phase, accounts, onAskColumns, onPropose, onAccount, onCancel }: AccountFormProps) {
  const { summaries, isForeign, current } = phase;
  const [statement, setStatement] = useState(() => current?.statement ?? likeliest(summaries, accounts));
  const summary = summaries[statement];
  const propose = useEffectEvent(() => onPropose(statement, isForeign));
  useEffect(() => propose(), [statement]);
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
        current={current?.statement === statement ? current : undefined}
        exact={phase.exact?.statement === statement ? phase.exact.byAccount : undefined}
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

function questionOf({ summaries, isForeign, current }: AccountPhase, { account, proof }: StatementSummary): string {
  if (current && summaries.length === 1) return 'was matched with this account: choose another one';
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
  current: AccountChoice | undefined;
  /** How many lines match exactly, by account; undefined while they are being counted. */
  exact: ReadonlyMap<string, number> | undefined;
  onChoose: (of: StatementAccount, destination: string | undefined) => void;
}

function AccountChoiceForm(props: AccountChoiceFormProps) {
  const { summary, accounts, isForeign, current, exact, onAskColumns, onChoose, onCancel } = props;
  const { account: number, currency, format } = summary;
  const own = findOwnAccount(accounts, summary);
  const options = optionsFor(accounts, currency);
  const [picked, setPicked] = useState<string>();
  const value = picked ?? proposedKey(props, own, options);
  const chosen = options.find((each) => each.value === value)?.of;
  const match = () => {
    if (!chosen) return;
    if (current && accountKey(current.of) === value) return onChoose(chosen, current.destination);
    const isNamed = chosen.kind === 'bank' ? !isForeign && !current : chosen.account === own;
    onChoose(chosen, isNamed ? number : undefined);
  };
  return (
    <>
      {options.length === 0 ? (
        <p className="m-0">This application has no account in {currency ?? 'any currency'}: nothing can be matched.</p>
      ) : (
        <div className="grid gap-1.5">
          <SelectField
            label="Account"
            size="l"
            value={value}
            options={options.map((each) => ({ ...each, label: withCount(each.label, exact?.get(each.value)) }))}
            onChange={setPicked}
          />
          <p className="m-0 text-label text-ink-3" role="status">
            {exact ? proposalText(exact, value, summary.lines) : 'Comparing the statement with each account…'}
          </p>
        </div>
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

/** The account that the statement names, otherwise the one with the most exact matches. */
function proposedKey(
  { summary, accounts, isForeign, current, exact }: AccountChoiceFormProps,
  own: PayInAccount | undefined,
  options: readonly AccountOption[],
): string {
  if (current) return accountKey(current.of);
  if (own) return String(own.id);
  const isOpen = summary.account === undefined || isForeign;
  const direct = isOpen && accounts.find((each) => !each.isVirtualAccount && options.some(({ of }) => isOf(of, each)));
  // A file that names no account is most likely of the merchant's own bank account.
  const usual = direct ? String(direct.id) : (options[0]?.value ?? '');
  const most = Math.max(0, ...(exact?.values() ?? []));
  if ((exact?.get(usual) ?? 0) === most) return usual;
  return options.find(({ value }) => exact?.get(value) === most)?.value ?? usual;
}

const isOf = (of: StatementAccount, account: PayInAccount): boolean => of.kind === 'pay-in' && of.account === account;

const withCount = (label: string, exact: number | undefined): string =>
  exact === undefined ? label : `${label} · ${formatCount(exact)} ${exact === 1 ? 'line matches' : 'lines match'}`;

function proposalText(exact: ReadonlyMap<string, number>, value: string, lines: number): string {
  const most = Math.max(0, ...exact.values());
  if (most === 0) return 'No line matches any of these accounts exactly.';
  const count = exact.get(value) ?? 0;
  return `${formatCount(count)} of ${linesText(lines)} match this account exactly${count < most ? '; another account matches more' : ''}.`;
}
