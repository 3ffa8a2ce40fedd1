import { useQueryClient } from '@tanstack/react-query';
import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import type { Application } from '@volume/contract/merchants/merchants.ts';
import { findAddressFault } from '@volume/contract/webhooks/address.ts';
import { type AddressField, addressFields, setWebhooksCallbacks } from '@volume/contract/webhooks/webhooks.ts';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { toast } from '#design/overlay/toast.ts';
import { pasted, textBy } from '#forms/typed.ts';
import { useForm } from '#forms/use-form.ts';
import { merchantQuery, readMerchantAgain, selectApplication } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { invalidate, keepWritten } from '#platform/queries/query-keys.ts';
import { webhookDeliveryKeys } from '#platform/queries/shared-keys.ts';
import { readSettings } from '#platform/settings.ts';
import { refetchOnConflict } from '#platform/writes/use-base.ts';
import { useAfter, useWrite } from '#platform/writes/use-write.ts';
import { useIfMatch } from '#platform/calls/capabilities.ts';
import { kindOfAddress } from './webhook-labels.ts';

export interface AddressChange {
  field: AddressField;
  from: string | null;
  to: string | null;
}
type AddressTyped = Record<AddressField, string>;

const each = <Value>(make: (field: AddressField) => Value) =>
  Object.fromEntries(addressFields.map((field) => [field, make(field)])) as Record<AddressField, Value>;
const toTyped = (application: Application): AddressTyped => each((field) => application[field] ?? '');

const findChanges = (typed: AddressTyped, base: Application): AddressChange[] =>
  addressFields
    .map((field) => ({ field, from: base[field], to: dropInvisible(typed[field]).trim() || null }))
    .filter(({ from, to }) => from !== to);

/** Validates only changed addresses, by the rules of the settings; saved ones are accepted as they are. */
const addressSchema = (base: Application, isLocal: boolean) =>
  z.pipe(
    z.object(
      each((field) =>
        pasted(textBy((text) => (text === (base[field] ?? '') ? undefined : findFault(field, text, isLocal)))),
      ),
    ),
    z.transform((typed) => Object.fromEntries(findChanges(typed, base).map(({ field, to }) => [field, to ?? '']))),
  );

function findFault(field: AddressField, text: string, isLocal: boolean): string | undefined {
  const use = kindOfAddress(field) === undefined ? 'callback' : 'webhook';
  const fault = text === '' ? null : findAddressFault(text, use, { isLocal });
  return fault === null ? undefined : `The address ${fault}.`;
}

export function useAddresses(application: Application) {
  const [base, setBase] = useState(application);
  const write = useAddressWrite(base, setBase);
  const schema = addressSchema(base, readSettings().isLocal);
  const form = useForm<AddressTyped, AddressBody>({ schema, values: toTyped(base), write, mode: 'onTouched' });
  const changes = findChanges(form.values(), base);
  const isDirty = changes.length > 0;
  // The base version is kept while the form is edited (contract §11).
  useEffect(() => {
    if (!isDirty) setBase(application);
  }, [application, isDirty]);
  useEffect(() => {
    form.rebase(toTyped(base));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each base version
  }, [base]);
  useAfter(write, () => form.reset(toTyped(base)));
  return {
    form,
    changes,
    write,
    discard: () => {
      write.reset();
      form.reset(toTyped(base));
    },
  };
}

type AddressBody = Partial<AddressTyped>;

const emptyAsNull = (body: AddressBody): Partial<Application> =>
  Object.fromEntries(Object.entries(body).map(([field, url]) => [field, url === '' ? null : url]));

export type Addresses = ReturnType<typeof useAddresses>;

/** Saves addresses and updates the cached merchant, so that all screens show them. */
function useAddressWrite(base: Application, onNow: (now: Application) => void) {
  const queryClient = useQueryClient();
  const { merchantId, applicationId } = base;
  const params = { merchantId, applicationId };
  const ifMatch = useIfMatch(base.addressesVersion);
  const refetch = async () => onNow(selectApplication(await readMerchantAgain(queryClient, merchantId), applicationId));
  return useWrite(
    (body: AddressBody, { stepUp }) =>
      refetchOnConflict(call(setWebhooksCallbacks, { params, body, applicationId, stepUp, ifMatch }), refetch),
    (saved: Application | undefined, body) => {
      const { queryKey } = merchantQuery(merchantId);
      keepWritten(queryClient, queryKey, (merchant) => {
        if (merchant === undefined) return undefined;
        const isOther = (each: Application) => each.applicationId !== applicationId;
        // The response may be empty; then what was sent is shown until the refetch (contract §9 Shapes).
        const after = (each: Application) => saved ?? { ...each, ...emptyAsNull(body) };
        return { ...merchant, applications: merchant.applications.map((each) => (isOther(each) ? each : after(each))) };
      });
      onNow(saved ?? { ...base, ...emptyAsNull(body) });
      toast.good('Addresses saved');
      if (saved === undefined) invalidate(queryClient, queryKey);
      invalidate(queryClient, webhookDeliveryKeys.all);
    },
  );
}
