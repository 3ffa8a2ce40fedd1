import type { CallDocs } from '@volume/contract/call-docs.ts';

export const institutionsDocs: CallDocs = {
  addBank: {
    example: {
      name: 'Nordbank',
      fullName: 'Nordbank AS',
      letters: null,
      countries: ['NO'],
      currencies: ['EUR'],
      institutionId: null,
    },
  },
  changeBank: {
    example: { name: 'Nordbank', fullName: 'Nordbank AS', letters: null, countries: ['NO'], currencies: ['EUR'] },
    versionIs: 'version of the bank',
  },
  setInstitutions: {
    versionIs: 'institutionsVersion of the application',
  },
};
