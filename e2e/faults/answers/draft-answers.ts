/** The draft of a merchant whose steps are all finished. */
export const merchantDraftSummary = {
  draftId: '018f2c5e-9a10-7c3e-8b1f-5d2a9e7c4b90',
  companyName: 'Orchard Lane',
  savedBy: 'ida@fake-provider.example',
  savedAtUtc: '2026-03-01T10:00:00.000',
};

export const merchantDraft = {
  ...merchantDraftSummary,
  version: '"0123456789abcdef0123456789abcdef"',
  content: {
    company: {
      companyName: 'Orchard Lane',
      email: '',
      streetName: '',
      buildingNumber: '',
      postCode: '',
      townName: '',
      country: '',
    },
    applications: [
      {
        applicationName: 'Web shop',
        confirmationOfPayerEnabled: false,
        accounts: [
          {
            currency: 'GBP',
            virtualAt: null,
            accountHolderName: 'Orchard Lane',
            numberKind: 'SCAN',
            sortCode: '20-45-77',
            accountNumber: '73014486',
            iban: '',
            acceptsName: false,
          },
        ],
      },
    ],
    terms: { fee: '0.45', largestAmount: '' },
    firstUser: { name: '', email: 'hannah@orchard-lane.example', phone: '' },
  },
};
