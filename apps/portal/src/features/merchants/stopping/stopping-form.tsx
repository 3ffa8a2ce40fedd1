import { useQuery } from '@tanstack/react-query';
import type { MerchantStopping } from '@volume/contract/merchants/stopping.ts';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Notice } from '#design/feedback/notice.tsx';
import { SkeletonLines } from '#design/feedback/skeleton.tsx';
import { textBy } from '#forms/typed.ts';
import type { Form } from '#forms/use-form.ts';
import { noMailHere } from '#platform/calls/demo.ts';
import { describeError } from '#platform/errors.ts';
import { mailedText } from './stopping-labels.ts';
import { stoppingQuery } from './stopping-query.ts';

export interface StoppingTyped {
  reason: string;
  isMailed: boolean;
}

export const stoppingSchema = ({ isRequired }: { isRequired: boolean }) =>
  z.object({
    reason: textBy((reason) => (isRequired && reason === '' ? 'Enter a reason.' : undefined)),
    isMailed: z.boolean(),
  });

/** The counts for a dialog: none while they are counted or could not be, because the effect is shown before it happens. */
export function useStopping(merchantId: string, isOpen: boolean) {
  const { data, error, isFetching, refetch } = useQuery({ ...stoppingQuery(merchantId), enabled: isOpen });
  const stopping = isFetching || error ? undefined : data;
  const disabledReason = isFetching ? 'Counting what this affects' : 'What this affects could not be counted';
  return {
    stopping,
    disabledReason: stopping ? undefined : disabledReason,
    error: isFetching ? null : error,
    retry: () => void refetch(),
  };
}

/** Shown instead of the lists while there are no counts. */
export function NoCounts({ error, retry }: Pick<ReturnType<typeof useStopping>, 'error' | 'retry'>) {
  if (!error) return <SkeletonLines count={8} />;
  return (
    <Notice
      tone="bad"
      title="What this affects could not be counted, so nothing can be changed yet."
      actions={
        <Button size="s" onClick={retry}>
          Retry
        </Button>
      }
    >
      {describeError(error).subHeading}
    </Notice>
  );
}

interface StoppingFieldsProps {
  form: Form<StoppingTyped>;
  label: string;
  administrators: MerchantStopping['administrators'];
  note: ReactNode;
}

/** The reason, and whether the merchant's administrators are mailed. */
export function StoppingFields({ form, label, administrators, note }: StoppingFieldsProps) {
  const mailed = mailedText(administrators);
  return (
    <>
      <TextField
        label={label}
        aside={<span className="text-label text-ink-3">Shown in Activity, not to the merchant</span>}
        autoComplete="off"
        maxLength={500}
        {...form.text('reason')}
      />
      {mailed !== undefined && (
        <Checkbox checked={form.value('isMailed')} onChange={(isMailed) => form.change('isMailed', isMailed)}>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            Email {mailed}
            {noMailHere}
          </span>
        </Checkbox>
      )}
      <p className="m-0 text-label text-ink-3">{note}</p>
    </>
  );
}
