import { findAddressFault } from '@volume/contract/webhook-address.ts';
import { type AddressField, addressFields } from '@volume/contract/webhooks.ts';
import type { Application } from '@volume/contract/merchants.ts';
import { kindOfAddress } from '#features/webhooks/webhook-words.ts';

/** What was typed so far, by address; what is missing stands as it is saved. */
export type AddressDraft = Partial<Record<AddressField, string>>;

export interface AddressChange {
  field: AddressField;
  /** Null for an address that is not set. */
  from: string | null;
  to: string | null;
}

/** What stands in a field: what was typed, else what is saved. */
export const typedIn = (draft: AddressDraft, saved: Application, field: AddressField): string =>
  draft[field] ?? saved[field] ?? '';

/** The addresses that saving would change, in the order of the form. */
export function changesOf(draft: AddressDraft, saved: Application): AddressChange[] {
  return addressFields
    .map((field) => ({ field, from: saved[field], to: typedIn(draft, saved, field).trim() || null }))
    .filter(({ from, to }) => from !== to);
}

/** What is wrong with the changed addresses, in words that follow the label; saved ones stand as they are. */
export function faultsOf(changes: readonly AddressChange[], isLocal: boolean): AddressDraft {
  const faults: AddressDraft = {};
  for (const { field, to } of changes) {
    const use = kindOfAddress(field) === undefined ? 'callback' : 'webhook';
    const fault = to === null ? null : findAddressFault(to, use, { isLocal });
    if (fault !== null) faults[field] = `The address ${fault}.`;
  }
  return faults;
}
