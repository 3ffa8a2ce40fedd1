import {
  type ApplicationRequest,
  declineApplicationRequest,
  RequestReason,
} from '@volume/contract/merchants/application-requests.ts';
import * as z from 'zod/mini';
import { TextArea } from '#design/controls/text-field.tsx';
import { toast } from '#design/overlay/toast.ts';
import { FormDialog } from '#forms/action-dialog.tsx';
import { requiredText } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import { useSettingsWrite } from './use-settings-write.ts';

interface DeclineDialogProps {
  merchantId: string;
  request: ApplicationRequest;
  isOpen: boolean;
  onClose: () => void;
}

const schema = z.object({ reason: requiredText(RequestReason, 'The reason') });

/** Declines a request with a reason, which the merchant reads. */
export function DeclineDialog({ merchantId, request, isOpen, onClose }: DeclineDialogProps) {
  const params = { merchantId, requestId: request.requestId };
  const write = useSettingsWrite({
    merchantId,
    send: (body: z.output<typeof schema>) => call(declineApplicationRequest, { params, body }),
    onDone: () => {
      toast.good('Request declined', request.applicationName);
      onClose();
    },
  });
  const form = useForm({ schema, values: { reason: '' }, write });
  return (
    <FormDialog
      {...{ form, write, isOpen, onClose }}
      title={
        <>
          Decline <bdi>{request.applicationName}</bdi>?
        </>
      }
      action="Decline request"
      undone="The request was not declined."
    >
      <TextArea
        label="Reason"
        hint="The user who asked reads it in an email and in the settings."
        rows={3}
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
