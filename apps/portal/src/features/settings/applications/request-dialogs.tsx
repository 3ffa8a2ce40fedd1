import {
  type ApplicationRequest,
  askForApplication,
  type NewRequest,
  RequestReason,
  withdrawApplicationRequest,
} from '@volume/contract/merchants/application-requests.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApplicationName } from '@volume/contract/merchants/names.ts';
import { currencies as known } from '@volume/contract/money/currencies.ts';
import { Currency } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';
import { CheckGroup } from '#design/choose/check-group.tsx';
import { TextArea, TextField } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { ConfirmDialog, FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { type Form, useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { applicationRequestsQuery } from '#platform/queries/application-requests-query.ts';
import { invalidate } from '#platform/queries/query-keys.ts';
import { useWrite } from '#platform/writes/use-write.ts';

interface DialogProps {
  merchantId: string;
  isOpen: boolean;
  onClose: () => void;
}

const schema: z.ZodMiniType<NewRequest, NewRequest> = z.object({
  applicationName: requiredText(ApplicationName, 'The name'),
  currencies: z.array(Currency).check(z.minLength(1, 'Choose at least one currency.')),
  why: requiredText(RequestReason, 'The reason'),
});
const empty: NewRequest = { applicationName: '', currencies: ['GBP'], why: '' };

/** Asks the platform for another application. */
export function AskDialog({ merchantId, isOpen, onClose }: DialogProps) {
  const refetch = useRefetchRequests(merchantId);
  const write = useWrite(
    (body: NewRequest) => call(askForApplication, { params: { merchantId }, body }).finally(refetch),
    (_, { applicationName }) => {
      toast.good('Request sent', applicationName);
      onClose();
    },
  );
  const form = useForm({ schema, values: empty, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title="Ask for another application"
      description="We’ll email you when it has been decided."
      action="Send request"
      undone="The request was not sent."
      unknown="We couldn’t confirm whether it was sent. Check the list before you retry."
    >
      <TextField label="Name" placeholder="Web shop" autoComplete="off" {...form.text('applicationName')} />
      <Currencies form={form} />
      <TextArea label="What you need it for" rows={3} {...form.text('why')} />
    </FormDialog>
  );
}

const Currencies = ({ form }: { form: Form<NewRequest> }) => (
  <CheckGroup
    legend="Currencies"
    className="flex gap-6"
    options={known.toReversed().map((currency) => [currency, currency])}
    chosen={form.value('currencies')}
    onChange={(chosen) => form.change('currencies', chosen)}
    error={form.errorOf('currencies')}
  />
);

export function WithdrawDialog({
  request,
  merchantId,
  isOpen,
  onClose,
}: DialogProps & { request: ApplicationRequest }) {
  const { requestId, applicationName } = request;
  const refetch = useRefetchRequests(merchantId);
  const write = useWrite(
    () => call(withdrawApplicationRequest, { params: { merchantId, requestId } }).finally(refetch),
    () => {
      toast.good('Request withdrawn', applicationName);
      onClose();
    },
  );
  return (
    <ConfirmDialog
      {...{ write, isOpen, onClose }}
      onConfirm={() => write.run(undefined)}
      title={
        <>
          Withdraw the request for <bdi>{applicationName}</bdi>?
        </>
      }
      description="You can ask again at any time."
      action="Withdraw request"
      undone="The request was not withdrawn."
    />
  );
}

function useRefetchRequests(merchantId: string): () => void {
  const queryClient = useQueryClient();
  return () => invalidate(queryClient, applicationRequestsQuery(merchantId).queryKey);
}
