/** What stored secrets are sealed for: each with the key of its row, so that it opens in no other. */
export const serverKeyPurpose = (name: string): string => `server-secret:${name}`;
export const totpPurpose = (userAccountId: string): string => `totp:${userAccountId}`;
export const requestPurpose = (idHash: string): string => `one-time-request:${idHash}`;
export const mailPurpose = (mailId: string): string => `mail:${mailId}`;
