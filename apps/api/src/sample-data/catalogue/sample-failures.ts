/** Why payments fail, the common ones more often; the second word says at which step. */
export const sampleFailures: readonly (readonly [reason: string, step: 'AUTHORIZATION' | 'BANK'])[] = [
  ['The payer cancelled at the bank', 'AUTHORIZATION'],
  ['The payer cancelled at the bank', 'AUTHORIZATION'],
  ['The payer did not approve the payment within 15 minutes', 'AUTHORIZATION'],
  ['The payer did not approve the payment within 15 minutes', 'AUTHORIZATION'],
  ['Insufficient funds in the payer account', 'BANK'],
  ['Insufficient funds in the payer account', 'BANK'],
  ['Strong customer authentication failed', 'AUTHORIZATION'],
  ['Daily limit of the payer account exceeded', 'BANK'],
  ['The bank rejected the payment: suspected fraud', 'BANK'],
  ['The bank rejected the payment without giving a reason', 'BANK'],
  ['The bank is not available at the moment', 'AUTHORIZATION'],
  ['The payer account is closed or blocked', 'BANK'],
  [
    'Virtual Account Provider API Error -> ClientError code=ACCOUNT_NOT_ACTIVE, message=The account cannot receive payments',
    'BANK',
  ],
  ['Consent expired before the payment was submitted', 'AUTHORIZATION'],
];
