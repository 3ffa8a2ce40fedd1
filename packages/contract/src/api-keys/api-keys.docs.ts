import type { CallDocs } from '@volume/contract/call-docs.ts';

export const apiKeysDocs: CallDocs = {
  setKeySettings: {
    versionIs: "version of the key's settings",
    stepUpFor: 'allowing the key more',
    codes: ['NO_KEY_YET'],
  },
};
