import * as z from 'zod/mini';
import { endpoint } from '@volume/contract/endpoint.ts';
import { Id } from '@volume/contract/ids.ts';
import { UtcTime } from '@volume/contract/lists/period.ts';
import { Currency } from '@volume/contract/money/money.ts';
import { NewMerchant } from './new-merchant.ts';
import { PersonName } from '@volume/contract/users/person-name.ts';

/** How long a draft is kept after it was last saved. */
export const daysDraftsAreKept = 30;
export const mostMerchantDrafts = 50;

const Typed = z.string().check(z.maxLength(300, 'must have 300 characters at most'));

const DraftAccount = z.strictObject({
  currency: Currency,
  /** The account provider of a virtual account; null for the merchant's own bank account. */
  virtualAt: z.nullable(z.enum(['MODULR', 'OPTIMUS', 'ISX'])),
  accountHolderName: Typed,
  numberKind: z.enum(['SCAN', 'IBAN']),
  sortCode: Typed,
  accountNumber: Typed,
  iban: Typed,
  acceptsName: z.boolean(),
});
export type DraftAccount = z.output<typeof DraftAccount>;

const DraftApplication = z.strictObject({
  applicationName: Typed,
  confirmationOfPayerEnabled: z.boolean(),
  accounts: z.array(DraftAccount).check(z.maxLength(2, 'must have one account per currency')),
});
export type DraftApplication = z.output<typeof DraftApplication>;

/** The typed text of a new merchant, unchanged: nothing has to be valid yet. */
export const MerchantDraftContent = z.strictObject({
  company: z.strictObject({
    companyName: Typed,
    email: Typed,
    streetName: Typed,
    buildingNumber: Typed,
    postCode: Typed,
    townName: Typed,
    country: Typed,
  }),
  applications: z.array(DraftApplication).check(z.maxLength(50, 'must have 50 applications at most')),
  terms: z.strictObject({ fee: Typed, largestAmount: Typed }),
  firstUser: z.strictObject({ name: Typed, email: Typed, phone: Typed }),
});
export type MerchantDraftContent = z.output<typeof MerchantDraftContent>;

const DraftSummary = z.object({
  draftId: z.string(),
  companyName: z.string(),
  /** Email address of the administrator who saved it last. */
  savedBy: z.string(),
  savedByName: PersonName,
  savedAtUtc: UtcTime,
});

export const MerchantDraft = z.extend(DraftSummary, {
  content: MerchantDraftContent,
  /** Sent back as `If-Match` (contract §11). */
  version: z.string(),
});
export type MerchantDraft = z.output<typeof MerchantDraft>;

const DraftParams = z.object({ draftId: Id });
const path = 'platform/merchant-drafts';
const mayRead = { kind: 'admin', effect: 'read' } as const;
const mayWrite = { kind: 'admin', effect: 'write' } as const;

/** The same request again returns the merchant that exists. Deletes the draft that it names. */
export const createMerchant = endpoint({
  name: 'createMerchant',
  summary: 'Create a merchant with its applications and accounts, and mail the invitation of its first user',
  origin: 'ours',
  method: 'POST',
  path: 'platform/merchants',
  access: mayWrite,
  stepUp: 'always',
  status: 201,
  query: z.object({ draftId: z.optional(Id) }),
  body: NewMerchant,
  response: z.object({ merchantId: z.string() }),
});

export const listMerchantDrafts = endpoint({
  name: 'listMerchantDrafts',
  summary: `Merchants that were begun and not created yet, last saved first; kept for ${daysDraftsAreKept} days`,
  origin: 'ours',
  method: 'GET',
  path,
  access: mayRead,
  response: z.array(DraftSummary),
});

export const getMerchantDraft = endpoint({
  name: 'getMerchantDraft',
  summary: 'The typed text of a merchant that was not created yet',
  origin: 'ours',
  method: 'GET',
  path: `${path}/{draftId}`,
  access: mayRead,
  params: DraftParams,
  response: MerchantDraft,
});

/** The caller chooses the id, so that a repeated first save is one draft. */
export const saveMerchantDraft = endpoint({
  name: 'saveMerchantDraft',
  summary: 'Save the typed text of a merchant that was not created yet',
  origin: 'ours',
  method: 'PUT',
  path: `${path}/{draftId}`,
  access: mayWrite,
  comparesVersions: true,
  params: DraftParams,
  body: MerchantDraftContent,
  response: MerchantDraft,
});

export const deleteMerchantDraft = endpoint({
  name: 'deleteMerchantDraft',
  summary: 'Delete a draft of a merchant; does nothing when there is none',
  origin: 'ours',
  method: 'DELETE',
  path: `${path}/{draftId}`,
  access: mayWrite,
  status: 204,
  params: DraftParams,
});

export const createMerchantEndpoints = {
  createMerchant,
  listMerchantDrafts,
  saveMerchantDraft,
  getMerchantDraft,
  deleteMerchantDraft,
};
