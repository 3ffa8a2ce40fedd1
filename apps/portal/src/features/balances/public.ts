export { payInAccountsQuery } from './pay-in-accounts-query.ts';
export { beneficiariesQuery } from './pay-out/beneficiaries-query.ts';
