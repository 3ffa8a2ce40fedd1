/** Days for which records are kept that an operator can keep longer, by the setting's name; never shorter. */
export const keptDays = {
  KEEP_ACTIVITY_NAMES: 2_192,
  KEEP_ADDRESSES: 400,
  KEEP_DELIVERIES: 90,
  KEEP_MAILS: 30,
  KEEP_NOTIFICATIONS: 90,
  KEEP_RECEIPT_ADDRESSES: 400,
} as const;
export type KeepSetting = keyof typeof keptDays;
export type KeepSettings = Record<KeepSetting, number>;

/** Rows of one table that are deleted, or changed, a number of days after a time. */
export interface Rule {
  /** Names the rule in metrics. */
  name: string;
  /** For docs/records.md: the records, in the plural. */
  what: string;
  table: string;
  /** The column with the time; it has an index. */
  by: string;
  /** Days after that time, or the setting with the days. */
  days: number | KeepSetting;
  /** The last column of the primary key. The rows of merchants are found by the merchant and this. */
  key: string;
  keyType: 'uuid' | 'text';
  isOfMerchants: boolean;
  /** Only rows for which this is true. */
  only?: string;
  /** A table whose rows are deleted together with the row that they belong to. */
  with?: string;
  /** Changes the rows instead of deleting them: the assignments of an UPDATE. */
  set?: string;
}

export const ofMerchants = { isOfMerchants: true, keyType: 'uuid' } as const;
export const ofPlatform = { isOfMerchants: false, keyType: 'text' } as const;
