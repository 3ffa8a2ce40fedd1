import {
  changeMerchantLimits,
  type MerchantLimits,
  mostDaysAhead,
  withdrawMerchantLimits,
} from '@volume/contract/merchants/merchant-settings.ts';
import type { BodyOf } from '@volume/contract/endpoint.ts';
import * as z from 'zod/mini';
import { Segmented } from '#design/choose/segmented.tsx';
import { AmountInput } from '#design/controls/amount-input.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { addDays, utcDay } from '#design/days/date-presets.ts';
import { dayText, parseDay } from '#design/days/typed-day.ts';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { type AmountLimit, amountText, typedAmount } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { useNow } from '#platform/preferences.ts';
import { call } from '#platform/provider-api.ts';
import { useBase } from '#platform/writes/use-base.ts';
import { useSettingsWrite } from './use-settings-write.ts';

interface DialogProps {
  merchantId: string;
  limits: MerchantLimits;
  isOpen: boolean;
  onClose: () => void;
}

interface Typed {
  largestAmount: string;
  from: 'NOW' | 'DAY';
  day: string;
}
type Body = BodyOf<typeof changeMerchantLimits>;

const options = [
  { value: 'NOW', label: 'Now' },
  { value: 'DAY', label: 'From a day' },
] as const;

/** An empty field is the limit of the platform. */
const optionalAmount = (limit: AmountLimit) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      if (text.trim() === '') return null;
      const read = z.safeParse(typedAmount({ limit }), text);
      if (read.success) return read.data;
      issues.push({ code: 'custom', message: read.error.issues[0]?.message ?? '', input: text, continue: true });
      return null;
    }),
  );

const dayFrom = (today: string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const day = parseDay(text);
      const message = findDayFault(day, today);
      if (message !== undefined) issues.push({ code: 'custom', message, input: text, continue: true });
      return day ?? '';
    }),
  );

function findDayFault(day: string | undefined, today: string): string | undefined {
  if (day === undefined) return 'Enter a day such as 21 Nov 2026.';
  if (day <= today) return 'Enter a later day, in UTC, or choose “Now”.';
  return day > addDays(today, mostDaysAhead) ? 'Must be at most a year ahead.' : undefined;
}

function schemaOf(platform: number) {
  const limit = { most: platform, tooMuch: () => `Must be at most ${amountText(platform)}.`, isOffered: false };
  return ({ from }: Typed): z.ZodMiniType<Body, Typed> => {
    const today = utcDay(Date.now());
    const day =
      from === 'NOW'
        ? z.pipe(
            z.string(),
            z.transform(() => today),
          )
        : dayFrom(today);
    return z.pipe(
      z.object({ largestAmount: optionalAmount(limit), from: z.enum(['NOW', 'DAY']), day }),
      z.transform(({ largestAmount, day: fromDay }) => ({ largestAmount, fromDay })),
    );
  };
}

const typedOf = (limit: number | null): string => (limit === null ? '' : amountText(limit));

/** Changes the largest amount now or from a given day; earlier payments keep the limit of their time. */
export function LimitsDialog({ merchantId, limits: asked, isOpen, onClose }: DialogProps) {
  const [limits, rebase] = useBase(asked, true);
  const ifMatch = useIfMatch(limits.version);
  const write = useSettingsWrite({
    merchantId,
    send: (body: Body, stepUp) => call(changeMerchantLimits, { params: { merchantId }, body, stepUp, ifMatch }),
    onDone: ({ planned }, { fromDay }) => {
      toast.good(planned?.fromDay === fromDay ? 'Change of the limits planned' : 'Limits changed');
      onClose();
    },
    onChanged: (now) => rebase(now.limits),
  });
  const values: Typed = { largestAmount: typedOf(asked.largestAmount), from: 'NOW', day: '' };
  const now = useNow();
  const form = useForm<Typed, Body>({ schema: schemaOf(asked.platformLargestAmount), values, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Change limits"
      action="Change limits"
      undone="Nothing was changed."
      unknown="We couldn’t confirm the change. It’s safe to retry."
    >
      <AmountInput
        label="Largest amount (optional)"
        size="m"
        hint={`For each pay-in, payment link, refund, payout, fixed schedule and exchange, in either currency. Empty for ${amountText(asked.platformLargestAmount)}, the limit of this environment.`}
        {...form.amount('largestAmount')}
      />
      <div>
        <Segmented label="Takes effect" options={options} {...form.choice('from')} />
      </div>
      {form.value('from') === 'DAY' && (
        <TextField
          label="From"
          hint="At 00:00 UTC of that day."
          placeholder={dayText(addDays(utcDay(now), 7))}
          autoComplete="off"
          {...form.text('day')}
        />
      )}
      {limits.planned && (
        <p className="m-0 text-ink-2">
          {form.value('from') === 'DAY' ? 'This replaces the change' : 'The change'} planned for{' '}
          {dayText(limits.planned.fromDay)}
          {form.value('from') === 'DAY' ? '.' : ' remains.'}
        </p>
      )}
      {write.refusal?.isChanged && (
        <p className="m-0 text-ink-2">Now: {typedOf(limits.largestAmount) || 'the limit of this environment'}</p>
      )}
    </FormDialog>
  );
}

export function WithdrawDialog({ merchantId, limits, isOpen, onClose }: DialogProps) {
  const ifMatch = useIfMatch(limits.version);
  const write = useSettingsWrite({
    merchantId,
    send: (_: undefined, stepUp) => call(withdrawMerchantLimits, { params: { merchantId }, stepUp, ifMatch }),
    onDone: () => {
      toast.good('Planned change withdrawn');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(undefined)}
      title="Withdraw the planned change?"
      description="The limits stay as they are now."
      action="Withdraw"
      undone="The change is still planned."
      unknown="We couldn’t confirm whether it was withdrawn. It’s safe to retry."
    />
  );
}
