/** What the auditor last found, a row per rule of the books. */
export const bookAudits = `
CREATE TABLE book_audits (
  rule text PRIMARY KEY,
  at timestamptz(3) NOT NULL,
  count bigint NOT NULL,
  examples jsonb NOT NULL
);
`;
