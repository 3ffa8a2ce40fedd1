import type { MerchantAccount } from '@volume/contract/merchant-account.ts';
import { type CsvColumn, type CsvSource, pagedCsv } from '#lists/export/csv-source.ts';
import { keyOf } from './user-words.ts';

/** The users found, in the order shown, as a file; the list holds all of them already. */
export const userCsv = (found: readonly MerchantAccount[]): CsvSource =>
  pagedCsv({ columns, rowKey: keyOf, readPage: async () => ({ rows: found, isLast: true }) });

const columns: CsvColumn<MerchantAccount>[] = [
  { header: 'User id', cell: ({ userId }) => userId },
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Email', cell: ({ email }) => email },
  { header: 'Phone', cell: ({ phone }) => phone },
  { header: 'Roles', cell: ({ roles }) => roles.join(' ') },
  { header: 'Enabled', cell: ({ enabled }) => enabled },
  { header: 'Two-factor', cell: ({ twoFactorEnabled }) => twoFactorEnabled },
  { header: 'Invitation', cell: ({ invitation }) => invitation },
  { header: 'Created', isTime: true, cell: ({ createdAtUtc }) => createdAtUtc },
  { header: 'Last sign-in', isTime: true, cell: ({ lastSignInAtUtc }) => lastSignInAtUtc },
];
