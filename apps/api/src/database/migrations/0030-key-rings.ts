/** Keys of the server follow one another: from when one signs, and until when what it signed is taken. Null: always so. */
export const keyRings = `
ALTER TABLE server_secrets ADD COLUMN signs_from timestamptz(3);
ALTER TABLE server_secrets ADD COLUMN ends_at timestamptz(3);
`;
