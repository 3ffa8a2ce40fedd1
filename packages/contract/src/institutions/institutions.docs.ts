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
    codes: ['BANK_EXISTS'],
  },
  changeBank: {
    example: { name: 'Nordbank', fullName: 'Nordbank AS', letters: null, countries: ['NO'], currencies: ['EUR'] },
    versionIs: 'version of the bank',
    codes: ['BANK_EXISTS'],
  },
  switchBankOff: {
    codes: ['BANK_ALREADY_OFF'],
  },
  switchBankOn: {
    codes: ['BANK_ALREADY_ON'],
  },
  setInstitutions: {
    versionIs: 'institutionsVersion of the application',
  },
};
