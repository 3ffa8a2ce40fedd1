import { bankEndpoints } from '@volume/contract/institutions/banks.ts';
import { failedJobEndpoints } from '@volume/contract/failed-jobs/failed-jobs.ts';
import { createMerchantEndpoints } from '@volume/contract/merchants/create-merchant.ts';
import { personalDataEndpoints } from '@volume/contract/personal-data/personal-data.ts';
import { administratorEndpoints } from './administrators.ts';

/** The calls that only administrators of the platform make. */
export const platformEndpoints = {
  ...administratorEndpoints,
  ...personalDataEndpoints,
  ...createMerchantEndpoints,
  ...bankEndpoints,
  ...failedJobEndpoints,
};
