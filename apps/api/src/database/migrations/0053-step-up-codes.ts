/** A step-up by a mailed code is a request of its own, one per session. */
export const stepUpCodes = `
ALTER TABLE one_time_requests DROP CONSTRAINT one_time_requests_kind_check;
ALTER TABLE one_time_requests ADD CONSTRAINT one_time_requests_kind_check
  CHECK (kind IN ('OTP', 'TWO_FACTOR', 'EMAIL_FACTOR', 'STEP_UP'));
`;
