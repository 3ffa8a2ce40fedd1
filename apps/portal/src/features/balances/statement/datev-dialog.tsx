import { type DatevBooks, datevBooks, longAccountIn } from '@volume/contract/balances/statement-files/formats.ts';
import * as z from 'zod/mini';
import { SelectField } from '#design/choose/select-field.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { readStored, store } from '#platform/preferences.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { saveStatement, type StatementFileJob } from './statement-formats.tsx';

interface DatevDialogProps {
  job: StatementFileJob;
  isOpen: boolean;
  onClose: () => void;
}

type Accounts = Pick<DatevBooks, 'bankAccount' | 'revenueAccount' | 'feeAccount' | 'transitAccount'>;

/** The usual accounts of DATEV's two standard charts. */
const charts: Readonly<Record<'SKR03' | 'SKR04', Accounts>> = {
  SKR03: { bankAccount: '1200', revenueAccount: '8400', feeAccount: '4970', transitAccount: '1360' },
  SKR04: { bankAccount: '1800', revenueAccount: '4400', feeAccount: '6855', transitAccount: '1460' },
};

const empty: DatevBooks = {
  consultantNumber: '',
  clientNumber: '',
  yearBegins: '01-01',
  accountLength: '4',
  ...charts.SKR03,
};

const months = Array.from({ length: 12 }, (_, at) => ({
  value: `${String(at + 1).padStart(2, '0')}-01`,
  label: new Date(Date.UTC(2026, at)).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' }),
}));
const lengths = ['4', '5', '6', '7', '8'].map((value) => ({ value, label: value }));

const noAccounts: Accounts = { bankAccount: '', revenueAccount: '', feeAccount: '', transitAccount: '' };

const accountOf = (typed: DatevBooks, name: keyof Accounts) =>
  z.pipe(
    requiredText(datevBooks[name]),
    z.transform((text: string, { issues }) => {
      const isLong = longAccountIn({ ...typed, ...noAccounts, [name]: text }) !== undefined;
      const message = 'Has more digits than the accounts of these books.';
      if (isLong) issues.push({ code: 'custom', message, input: text, continue: true });
      return text;
    }),
  );

const schemaOf = (typed: DatevBooks) =>
  z.object({
    consultantNumber: requiredText(datevBooks.consultantNumber),
    clientNumber: requiredText(datevBooks.clientNumber),
    yearBegins: z.string(),
    accountLength: z.string(),
    bankAccount: accountOf(typed, 'bankAccount'),
    revenueAccount: accountOf(typed, 'revenueAccount'),
    feeAccount: accountOf(typed, 'feeAccount'),
    transitAccount: accountOf(typed, 'transitAccount'),
  });

/** Asks once how the merchant's books are kept; the answers are stored in this browser. */
export function DatevDialog({ job, isOpen, onClose }: DatevDialogProps) {
  const key = `v_datev_v1.${job.scope.merchantId}`;
  const write = useWrite(async (books: DatevBooks) => {
    store(key, JSON.stringify(books));
    await saveStatement(job, { format: 'DATEV', ...books }, new AbortController().signal);
  }, onClose);
  const form = useForm({ schema: schemaOf, values: readBooks(key), write });
  const chart = chartOf(form.values());
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      size="l"
      title="DATEV booking batch"
      description="Each line becomes a booking between the bank account and the account for its kind. Your tax adviser knows these numbers; they are remembered in this browser."
      action="Save file"
      undone="Nothing was saved."
    >
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField label="Adviser’s number (Berater)" inputMode="numeric" {...form.text('consultantNumber')} />
        <TextField label="Client number (Mandant)" inputMode="numeric" {...form.text('clientNumber')} />
        <SelectField size="l" label="Financial year begins in" options={months} {...form.choice('yearBegins')} />
        <SelectField size="l" label="Digits of an account" options={lengths} {...form.choice('accountLength')} />
      </div>
      <div className="grid justify-items-start gap-1.5">
        <div className="font-medium">Chart of accounts</div>
        <Segmented
          label="Chart of accounts"
          options={[
            { value: 'SKR03', label: 'SKR 03' },
            { value: 'SKR04', label: 'SKR 04' },
            { value: 'OWN', label: 'Own' },
          ]}
          value={chart}
          onChange={(next) => {
            const accounts = next === 'OWN' ? noAccounts : charts[next];
            for (const name of Object.keys(accounts) as (keyof Accounts)[]) form.change(name, accounts[name]);
          }}
        />
      </div>
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-2">
        <TextField label="Bank" inputMode="numeric" {...form.text('bankAccount')} />
        <TextField label="Revenue" hint="Pay-ins and refunds" inputMode="numeric" {...form.text('revenueAccount')} />
        <TextField label="Fees" inputMode="numeric" {...form.text('feeAccount')} />
        <TextField label="Transit" hint="Payouts and exchanges" inputMode="numeric" {...form.text('transitAccount')} />
      </div>
    </FormDialog>
  );
}

function chartOf(books: DatevBooks): 'SKR03' | 'SKR04' | 'OWN' {
  const isOf = (chart: Accounts): boolean =>
    (Object.keys(chart) as (keyof Accounts)[]).every((name) => books[name] === chart[name]);
  return isOf(charts.SKR03) ? 'SKR03' : isOf(charts.SKR04) ? 'SKR04' : 'OWN';
}

/** The stored settings of the merchant's books; the usual values when nothing is stored. */
function readBooks(key: string): DatevBooks {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}') as Record<string, unknown>;
    const known = Object.entries(datevBooks).flatMap(([name, rule]) =>
      rule.safeParse(stored[name]).success ? [[name, stored[name]]] : [],
    );
    return { ...empty, ...(Object.fromEntries(known) as Partial<DatevBooks>) };
  } catch {
    return empty;
  }
}
