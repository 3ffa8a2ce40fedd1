/** What erasing a person does to a record: it replaces the data, deletes the record, or keeps it for a reason. */
export const personOutcomes = ['ERASED', 'DELETED', 'KEPT'] as const;
export type PersonOutcome = (typeof personOutcomes)[number];

/** What has to be done before a person can be erased. */
export const erasureObstacles = ['FULL_ADMINISTRATOR', 'LAST_MERCHANT_ADMIN'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];
