/** What erasing a person does with a record: it replaces the data, deletes the record, or keeps it for a reason. */
export const personOutcomes = ['ERASED', 'DELETED', 'KEPT'] as const;
export type PersonOutcome = (typeof personOutcomes)[number];

/** The steps that are necessary before a person can be erased. */
export const erasureObstacles = ['FULL_ADMINISTRATOR', 'LAST_MERCHANT_ADMIN'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];
