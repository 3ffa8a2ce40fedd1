import { useQueryClient } from '@tanstack/react-query';
import type { PayInAccount } from '@volume/contract/balances/balances.ts';
import {
  addFileSchedule,
  type FileFrequency,
  fileFrequencies,
  type FileScheduleInput,
  scheduledFormats,
} from '@volume/contract/scheduled-files/scheduled-files.ts';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectBox, SelectField } from '#design/choose/select-field.tsx';
import { FormField } from '#design/controls/form-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { Skeleton } from '#design/feedback/skeleton.tsx';
import { toast } from '#design/overlay/toast.ts';
import { isNamed } from '#features/balances/account-display.ts';
import { formatDetails, whyOtherCurrency } from '#features/balances/statement/statement-formats.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { type Form, useForm } from '#forms/use-form.ts';
import { describeError } from '#platform/errors.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import type { Scope } from '#platform/scope.ts';
import { useSession } from '#platform/session/use-session.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { type Accounts, contentText, dayText, formatLabel, frequencyLabels } from './file-texts.ts';
import { currencyOf, firstTyped, newScheduleSchema, type NewScheduleTyped, payIns } from './new-schedule-schema.ts';
import { Recipient } from './recipient.tsx';
import { fileScheduleKeys, scheduledFileKeys } from './scheduled-files-queries.ts';

interface NewScheduleDialogProps {
  scope: Scope;
  accounts: Accounts;
  /** Why the accounts could not be loaded. */
  error: Error | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Lets a user schedule a statement or the pay-ins as a file, with a link mailed to them or to another address. */
export function NewScheduleDialog({ scope, accounts, error, isOpen, onClose }: NewScheduleDialogProps) {
  const session = useSession();
  const write = useAdding(scope, onClose);
  const statements = (accounts ?? []).filter((account) => account.isVirtualAccount && isNamed(account));
  const form = useForm<NewScheduleTyped, FileScheduleInput>({
    schema: newScheduleSchema(statements),
    // Administrators are not users of the merchant, so they have no address of their own here.
    values: firstTyped(session.kind === 'merchant' ? 'ME' : 'OTHER'),
    write,
  });
  const hasEmail = form.value('sendTo') === 'OTHER';
  return (
    <FormDialog
      {...{ write, isOpen, onClose }}
      form={{ ...form, isOnField: form.isOnField && hasEmail }}
      title="New schedule"
      description="The email holds a link, never the file. Whoever opens it must sign in."
      instead={
        !accounts && (error ? <Notice tone="bad" title={describeError(error).subHeading} /> : <Skeleton height={320} />)
      }
      action="Add schedule"
      undone="No schedule was added."
      unknown="We couldn’t confirm whether it was added. It’s safe to retry: it is added once."
    >
      <Content {...{ form, statements }} />
      <Frequency form={form} />
      <Recipient form={form} />
    </FormDialog>
  );
}

function useAdding(scope: Scope, onDone: () => void) {
  const queryClient = useQueryClient();
  return useWrite(
    (body: FileScheduleInput) => call(addFileSchedule, { params: scope, body, applicationId: scope.applicationId }),
    ({ nextFileOn }) => {
      toast.good('Schedule added', `First file on ${dayText(nextFileOn)}`);
      onDone();
      invalidate(queryClient, fileScheduleKeys.of(scope), scheduledFileKeys.of(scope));
    },
  );
}

interface ContentProps {
  form: Form<NewScheduleTyped>;
  statements: readonly PayInAccount[];
}

function Content({ form, statements }: ContentProps) {
  const content = form.value('content');
  const files = [payIns, ...statements.map(({ id }) => String(id))].map((value) => ({
    value,
    label: contentText(value === payIns ? null : Number(value), statements),
  }));
  return (
    <>
      <SelectField label="File" size="l" options={files} {...form.choice('content')} />
      {content === payIns ? (
        <FormField label="Format" hint="Every pay-in of the application, one line each">
          {(wiring) => <SelectBox {...wiring} size="l" options={csvOnly} value="CSV" onChange={() => undefined} />}
        </FormField>
      ) : (
        <StatementFormat form={form} currency={currencyOf(content, statements)} />
      )}
    </>
  );
}

const csvOnly = [{ value: 'CSV', label: 'CSV' }];

function StatementFormat({ form, currency }: { form: Form<NewScheduleTyped>; currency: string | undefined }) {
  const format = form.value('format');
  const options = scheduledFormats.map((value) => ({
    value,
    label: formatLabel(value),
    disabledReason: whyOtherCurrency(value, currency),
  }));
  return (
    <FormField label="Format" hint={formatHints[format]} error={form.errorOf('format')}>
      {(wiring) => <SelectBox {...wiring} size="l" options={options} {...form.choice('format')} />}
    </FormField>
  );
}

const formatHints = {
  ...formatDetails,
  CSV: 'For spreadsheets and other programs',
  PDF: 'To read, print or file',
};

const frequencies = fileFrequencies.map((value) => ({ value, label: frequencyLabels[value] }));

const meanings: Readonly<Record<FileFrequency, string>> = {
  DAILY: 'Each morning, the file of the day before.',
  WEEKLY: 'Each Monday, the week from Monday to Sunday.',
  MONTHLY: 'On the first of each month, the month before.',
};

function Frequency({ form }: { form: Form<NewScheduleTyped> }) {
  const { value, onChange } = form.choice('frequency');
  return (
    <div className="grid justify-items-start gap-1.5">
      <div className="font-medium">How often</div>
      <Segmented label="How often" options={frequencies} {...{ value, onChange }} />
      <p className="m-0 text-label text-ink-3" aria-live="polite">
        {meanings[value]} Days are in UTC.
      </p>
    </div>
  );
}
