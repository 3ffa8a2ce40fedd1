/** Codes by e-mail are set up from within like an authenticator: by a request of its own, proved by the code it mailed. */
export const emailFactor = `
ALTER TABLE one_time_requests DROP CONSTRAINT one_time_requests_kind_check;
ALTER TABLE one_time_requests ADD CONSTRAINT one_time_requests_kind_check CHECK (kind IN ('OTP', 'TWO_FACTOR', 'EMAIL_FACTOR'));
`;
