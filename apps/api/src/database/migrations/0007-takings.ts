/** The few pay-ins that went back to their payers, so that takings leave them out without reading the others. */
export const takings = `
CREATE INDEX payments_returned ON payments (merchant_id, created_at) INCLUDE (application_id, currency, status, amount)
  WHERE hold = 'RETURNED';
`
