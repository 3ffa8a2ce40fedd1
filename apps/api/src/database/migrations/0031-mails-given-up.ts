/** When a mail was given up: its text is gone by then, the row says that somebody was not reached. */
export const mailsGivenUp = `
ALTER TABLE outbox_mail ADD COLUMN given_up_at timestamptz(3);
`;
