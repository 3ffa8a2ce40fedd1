export { providerOf } from '#domain/provider-words.ts';
export { isNamed, isShownLow, numberOf } from './account-words.ts';
export { payInAccountsQuery } from './pay-in-accounts-query.ts';
export { beneficiariesQuery, payoutBeneficiariesQuery } from './pay-out/beneficiaries-query.ts';
export { accountText } from './pay-out/destinations.ts';
export { NameCheckWord } from './pay-out/name-check-word.tsx';
