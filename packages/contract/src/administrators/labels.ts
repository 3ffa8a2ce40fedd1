/** What an administrator of the platform can do: everything, or only read. */
export const administratorAccess = ['FULL', 'READ_ONLY'] as const;
export type AdministratorAccess = (typeof administratorAccess)[number];

/** The changes of an administrator that a second administrator has to confirm. */
export const proposedActions = ['DISABLE', 'RESET_TWO_FACTOR'] as const;
export type ProposedAction = (typeof proposedActions)[number];

/** Hours after which an unconfirmed proposal expires. */
export const proposalHours = 24;
/** Hours for which an administrator who was invited in the portal cannot confirm a proposal. */
export const newcomerHours = 24;
/** The administrators with full access that remain when others are disabled. */
export const fewestAdministrators = 2;
