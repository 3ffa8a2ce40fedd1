import type { ApplicationRequest } from '@volume/contract/merchants/application-requests.ts';
import {
  addMerchantAccount,
  addMerchantApplication,
  type UnopenedAccount,
} from '@volume/contract/merchants/merchant-settings.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import { toast } from '#design/overlay/toast.ts';
import { Notice } from '#design/feedback/notice.tsx';
import { AccountFields, ApplicationFields } from '#features/merchants/new-merchant/applications-step.tsx';
import { AddressFields } from '#features/merchants/new-merchant/plain-steps.tsx';
import { FormDialog } from '#forms/action-dialog.tsx';
import { useForm } from '#forms/use-form.ts';
import { call } from '#platform/provider-api.ts';
import {
  applicationSchema,
  type ApplicationTyped,
  readRefusal,
  toAccount,
  toApplication,
  typedAccount,
  typedApplication,
} from './application-form.ts';
import { useSettingsWrite } from './use-settings-write.ts';

interface DialogProps {
  merchantId: string;
  isOpen: boolean;
  onClose: () => void;
}

interface ApplicationDialogProps extends DialogProps {
  /** Names of the merchant's applications. */
  taken: readonly string[];
  /** The request that this approves. */
  request?: ApplicationRequest | undefined;
}

/** Adds an application with its accounts, which approves a request for it. */
export function ApplicationDialog({ merchantId, taken, request, isOpen, onClose }: ApplicationDialogProps) {
  const write = useSettingsWrite({
    merchantId,
    send: (typed: ApplicationTyped, stepUp) => {
      const body = { ...toApplication(typed), requestId: request?.requestId ?? null };
      return call(addMerchantApplication, { params: { merchantId }, body, stepUp });
    },
    onDone: ({ accounts }) => {
      const failed = accounts.find(({ reason }) => reason !== null);
      if (failed) toast.bad('Application added, but not every account is open', failed.reason ?? undefined);
      else toast.good('Application added');
      onClose();
    },
  });
  const form = useForm({ schema: applicationSchema(taken), values: typedApplication(request), write });
  const { message, doubted } = readRefusal(write.refusal, form.read(), 'applications[0].');
  return (
    <FormDialog
      {...{ form, isOpen, onClose }}
      write={{ ...write, refusal: write.refusal && message !== undefined ? { ...write.refusal, message } : undefined }}
      title={request ? 'Approve and add the application' : 'Add an application'}
      description={
        request
          ? 'The request is approved, and the user who asked gets an email.'
          : 'It appears immediately. If a provider does not open an account, you can try that account again.'
      }
      size="l"
      action="Add application"
      undone="Nothing was added."
      unknown="We couldn’t confirm whether it was added. Check the list before you retry."
    >
      <ApplicationFields {...{ form, doubted }} at={0} isOnly isBare />
      <AddressFields form={form} />
    </FormDialog>
  );
}

interface AccountDialogProps extends DialogProps {
  applicationId: string;
  applicationName: string;
  currency: Currency;
  /** The values that were entered before, when the provider did not open the account. */
  tried?: UnopenedAccount | undefined;
}

/** Adds an account in a currency, or tries again to open one. */
export function AccountDialog(props: AccountDialogProps) {
  const { merchantId, applicationId, applicationName, currency, tried, isOpen, onClose } = props;
  const write = useSettingsWrite({
    merchantId,
    send: (typed: ApplicationTyped, stepUp) =>
      call(addMerchantAccount, { params: { merchantId, applicationId }, body: toAccount(typed), stepUp }),
    onDone: ({ reason }) => {
      if (reason === null) toast.good(`${currency} account added`, applicationName);
      else toast.bad(`The ${currency} account is not open`, reason);
      onClose();
    },
  });
  const values = typedAccount(applicationName, currency, tried);
  const form = useForm({ schema: applicationSchema([]), values, write });
  const { message, doubted } = readRefusal(write.refusal, form.read(), 'applications[0].accounts[0].');
  return (
    <FormDialog
      {...{ form, isOpen, onClose }}
      write={{ ...write, refusal: write.refusal && message !== undefined ? { ...write.refusal, message } : undefined }}
      title={
        <>
          {tried ? 'Retry' : 'Add'} the {currency} account of <bdi>{applicationName}</bdi>
        </>
      }
      size="l"
      action={tried ? 'Retry' : `Add ${currency} account`}
      undone="The account was not added."
      unknown="We couldn’t confirm whether it was added. Check the list before you retry."
    >
      {tried && (
        <Notice tone="held" title={tried.reason}>
          Correct what is wrong, or send it again as it is.
        </Notice>
      )}
      <AccountFields form={form} at={0} index={0} currency={currency} isOnly isBare isDoubted={doubted.length > 0} />
      <AddressFields form={form} />
    </FormDialog>
  );
}
