import type { CallDocs } from '@volume/contract/call-docs.ts';

export const webhooksDocs: CallDocs = {
  setWebhooksCallbacks: {
    versionIs: 'addressesVersion of the application',
    stepUpFor: 'other addresses',
  },
};
