import { changeMerchantFee, FeeReason, type MerchantFee, mostFeeDaysAhead } from '@volume/contract/merchants/fee.ts';
import * as z from 'zod/mini';
import { TextField } from '#design/controls/text-field.tsx';
import { addDays } from '#design/days/date-presets.ts';
import { dayText, parseDay } from '#design/days/typed-day.ts';
import { toast } from '#design/overlay/toast.ts';
import { EffectList } from '#features/merchants/stopping/effect-list.tsx';
import { formatFee } from '#features/merchants/merchant-labels.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { optionalText, textBy } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useWrite } from '#platform/writes/use-write.ts';
import { useFeeChanged } from './fee-query.ts';
import { effectOf } from './fee-texts.ts';
import { findFeeFault, readFee } from './read-fee.ts';

interface Typed {
  percentage: string;
  validFrom: string;
  reason: string;
}

const schemaOf = ({ today, percentage, planned }: MerchantFee) =>
  z.object({
    percentage: textBy(
      (text) =>
        findFeeFault(text) ??
        (planned === null && readFee(text) === percentage ? `The fee is already ${formatFee(percentage)}.` : undefined),
    ),
    validFrom: textBy((text) => findDayFault(parseDay(text), today)),
    reason: optionalText(FeeReason, 'The reason'),
  });

function findDayFault(day: string | undefined, today: string): string | undefined {
  const last = addDays(today, mostFeeDaysAhead);
  if (day === undefined) return 'Enter a day such as 1 Dec 2026.';
  if (day < today) return `Must be today, ${dayText(today)}, or later: what was earned before does not change.`;
  return day > last ? `Must be ${dayText(last)} or earlier.` : undefined;
}

/** The first day of the next month. */
const nextMonth = (today: string): string => `${addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;

interface ChangeFeeDialogProps {
  fee: MerchantFee;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes a merchant’s fee from a given day; shows the whole effect first. */
export function ChangeFeeDialog({ fee, isOpen, onClose }: ChangeFeeDialogProps) {
  const { merchantId, today, planned, version } = fee;
  const ifMatch = useIfMatch(version);
  const onChanged = useFeeChanged(merchantId);
  const write = useWrite(
    ({ percentage, validFrom, reason }: z.output<ReturnType<typeof schemaOf>>, { stepUp }) => {
      const body = {
        percentage: readFee(percentage) ?? Number.NaN,
        validFrom: parseDay(validFrom) ?? validFrom,
        reason,
      };
      return refetchOnConflict(call(changeMerchantFee, { params: { merchantId }, body, stepUp, ifMatch }), onChanged);
    },
    ({ percentage, planned: next }) => {
      void onChanged();
      toast.good(
        'Fee changed',
        next ? `${formatFee(next.percentage)} from ${dayText(next.validFrom)}` : formatFee(percentage),
      );
      onClose();
    },
  );
  const values = { percentage: '', validFrom: dayText(planned?.validFrom ?? nextMonth(today)), reason: '' };
  const form = useForm<Typed, z.output<ReturnType<typeof schemaOf>>>({ schema: schemaOf(fee), values, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Change fee"
      description={`It is ${formatFee(fee.percentage)} of each pay-in now.`}
      size="l"
      action="Change fee"
      undone="The fee was not changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
    >
      <TextField
        label="New fee of each pay-in, in percent"
        hint="At most three decimals. 0 for no fee."
        inputMode="decimal"
        autoComplete="off"
        {...form.text('percentage')}
      />
      <TextField
        label="Valid from"
        hint="From 00:00 UTC. Today or later."
        autoComplete="off"
        {...form.text('validFrom')}
      />
      <TextField
        label="Reason (optional)"
        aside={<span className="text-label text-ink-3">Shown in Activity, not to the merchant</span>}
        autoComplete="off"
        maxLength={500}
        {...form.text('reason')}
      />
      <Effect {...{ fee, form }} />
    </FormDialog>
  );
}

function Effect({ fee, form }: { fee: MerchantFee; form: Form<Typed> }) {
  const [typed, typedDay] = [form.value('percentage'), form.value('validFrom')];
  const day = parseDay(typedDay);
  const percentage = readFee(typed);
  if (percentage === undefined || findFeeFault(typed) !== undefined) return null;
  if (day === undefined || findDayFault(day, fee.today) !== undefined) return null;
  return <EffectList title="What this does" kind="continues" lines={effectOf(fee, percentage, day)} />;
}
