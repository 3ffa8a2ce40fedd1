import { getMerchantSettings as getEndpoint } from '@volume/contract/merchants/merchant-settings.ts';
import { handle, type Handler } from '#core/handler.ts';
import { addMerchantAccount, addMerchantApplication } from './add-application.ts';
import { askForApplication, listApplicationRequests, withdrawApplicationRequest } from './application-requests.ts';
import { changeMerchantCompany, readCompany } from './company.ts';
import { declineApplicationRequest } from './decide-request.ts';
import { changeMerchantLimits, readLimits, withdrawMerchantLimits } from './limits.ts';
import { addMerchantNote, correctMerchantNote, listMerchantNotes, removeMerchantNote } from './merchant-notes.ts';
import { readUnopened } from './open-later.ts';

const getMerchantSettings = handle(getEndpoint, async ({ params, services }) => {
  const { merchantId } = params;
  const { database, clock } = services;
  return {
    merchantId,
    company: await readCompany(database, merchantId),
    limits: await readLimits(database, services, merchantId, clock.now()),
    unopenedAccounts: await readUnopened(database, merchantId),
  };
});

/** The calls with which platform administrators change a merchant after its creation (contract §8, Merchants). */
export const merchantSettingsHandlers: readonly Handler[] = [
  getMerchantSettings,
  changeMerchantCompany,
  changeMerchantLimits,
  withdrawMerchantLimits,
  addMerchantApplication,
  addMerchantAccount,
  listApplicationRequests,
  askForApplication,
  withdrawApplicationRequest,
  declineApplicationRequest,
  listMerchantNotes,
  addMerchantNote,
  correctMerchantNote,
  removeMerchantNote,
];
