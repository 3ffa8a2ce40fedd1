import type { CallDocs } from '@volume/contract/call-docs.ts';
import { formatTraits } from './statement-files/formats.ts';

const statementTypes = Object.values(formatTraits).map(({ type }) => type.replace(/;.*/, ''));

export const balancesDocs: CallDocs = {
  getStatement: {
    codes: ['NO_STATEMENT'],
  },
  exportStatement: {
    codes: ['NO_STATEMENT'],
  },
  getStatementDocument: {
    codes: ['NO_STATEMENT', 'FORMAT_TOO_SMALL'],
  },
  getStatementFile: {
    fileTypes: [...new Set(statementTypes)],
    codes: ['NO_STATEMENT', 'DATEV_NUMBERS_MISSING', 'FORMAT_TOO_SMALL'],
  },
  getStatementMail: {
    codes: ['NO_STATEMENT'],
  },
  setStatementMail: {
    codes: ['NO_STATEMENT', 'MERCHANT_USERS_ONLY'],
  },
  setLowBalance: {
    example: { threshold: 1000 },
    versionIs: 'lowBalanceVersion of the pay-in account',
    codes: ['NO_STATEMENT'],
  },
  quoteExchange: {
    example: { fromPayInAccountId: 1000, toPayInAccountId: 1001, sellAmount: 12.5 },
    codes: ['NOT_EXCHANGEABLE', 'ABOVE_LARGEST_AMOUNT', 'NO_ACCOUNT_PROVIDER', 'MERCHANT_DISABLED'],
    meanings: { TOO_MANY_REQUESTS: 'More than 120 quotes a minute; Retry-After says when to try again.' },
  },
  bookExchange: {
    stepUpFor: 'large amounts, sums over 24 hours and new beneficiaries',
    codes: [
      'QUOTE_USED',
      'QUOTE_EXPIRED',
      'ABOVE_LARGEST_AMOUNT',
      'BALANCE_TOO_LOW',
      'NO_ACCOUNT_PROVIDER',
      'MERCHANT_DISABLED',
    ],
  },
};
