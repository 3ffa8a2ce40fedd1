import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@volume/contract/merchants.ts';
import { addressesVersion } from '@volume/contract/settings-version.ts';
import { type AddressField, addressFields, setWebhooksCallbacks } from '@volume/contract/webhooks.ts';
import { useState } from 'react';
import { toast } from '#design/overlay/toast.ts';
import { merchantQuery, readMerchantAgain, selectApplication } from '#platform/merchant-query.ts';
import { orReadAgain, useBase } from '#platform/writes/use-base.ts';
import { useIfMatch } from '#screen/can-do.tsx';
import { useWrite } from '#platform/writes/use-write.ts';
import { call } from '#platform/provider-api.ts';
import { readSettings } from '#platform/settings.ts';
import { type AddressDraft, changesOf, faultsOf } from './address-draft.ts';

/** The form of an application's addresses: what was typed, what of it is new, what is wrong with it, and saving it. */
export function useAddresses(application: Application) {
  const [draft, setDraft] = useState<AddressDraft>({});
  // A fault is told once its field was left, not while it is typed.
  const [left, setLeft] = useState<readonly AddressField[]>([]);
  const [base, rebase] = useBase(application, Object.keys(draft).length > 0);
  const changes = changesOf(draft, base);
  const faults = faultsOf(changes, readSettings().isLocal);
  const forget = () => {
    setDraft({});
    setLeft([]);
  };
  const write = useAddressWrite(base, { onSaved: forget, onChanged: rebase });
  const save = () => {
    setLeft(addressFields);
    if (Object.keys(faults).length > 0) return;
    write.run(Object.fromEntries(changes.map(({ field, to }) => [field, to ?? ''])));
  };
  return {
    draft,
    changes,
    save,
    write,
    faultOf: (field: AddressField) => (left.includes(field) ? faults[field] : undefined),
    type: (field: AddressField, text: string) => setDraft((now) => ({ ...now, [field]: text })),
    leave: (field: AddressField) => setLeft((now) => [...now, field]),
    discard: () => {
      write.reset();
      forget();
    },
  };
}

const emptyAsNull = (draft: AddressDraft): Partial<Application> =>
  Object.fromEntries(Object.entries(draft).map(([field, url]) => [field, url === '' ? null : url]));

export type Addresses = ReturnType<typeof useAddresses>;

type Ends = { onSaved: () => void; onChanged: (now: Application) => void };

/** Saves addresses; every screen that knows the merchant knows them from then on. */
function useAddressWrite(base: Application, { onSaved, onChanged }: Ends) {
  const queryClient = useQueryClient();
  const { merchantId, applicationId } = base;
  const params = { merchantId, applicationId };
  const ifMatch = useIfMatch(addressesVersion(base));
  const readAgain = async () =>
    onChanged(selectApplication(await readMerchantAgain(queryClient, merchantId), applicationId));
  return useWrite(
    (body: AddressDraft, { stepUp }) =>
      orReadAgain(call(setWebhooksCallbacks, { params, body, applicationId, stepUp, ifMatch }), readAgain),
    (saved: Application | undefined, body) => {
      const { queryKey } = merchantQuery(merchantId);
      queryClient.setQueryData(queryKey, (merchant) => {
        if (merchant === undefined) return undefined;
        const isOther = (each: Application) => each.applicationId !== applicationId;
        // An answer may be empty: then it is what was sent, until it is read again (contract §9 Shapes).
        const after = (each: Application) => saved ?? { ...each, ...emptyAsNull(body) };
        return { ...merchant, applications: merchant.applications.map((each) => (isOther(each) ? each : after(each))) };
      });
      onSaved();
      toast.good('Addresses saved');
      if (saved === undefined) void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['webhook-deliveries'] });
    },
  );
}
