import { newKey } from '#docs/guides/guide.ts';
import { idempotencyKeyHeader, mediaType, stepUpHeader } from '@volume/contract/headers.ts';

export const introduction = (baseUrl: string): string => `
Every call is under \`${baseUrl}/api/\`. The guides above say how to use them: keys, payment links, webhooks, idempotency, errors, limits, testing.

**Bodies** are \`${mediaType('v0.7')}\` or the version a call names, or plain \`application/json\`; fields we do not know are refused, fields you do not know are to be ignored.
**Amounts** are numbers in pounds or euros with at most two decimals. **Times** are UTC, ISO 8601 without a zone: \`2026-11-21T09:05:00.000\`.
**Lists in a query** are joined by commas or repeated. **Long lists** come in pages: \`page\` counts from 0, \`size\` is 10 when left out and 100 at most; go on until \`last\` is true.

## The samples

Samples labelled *curl* run as they stand, once what they name is exported: \`APPLICATION_ID\` and \`APPLICATION_SECRET\` for calls by key, \`TOKEN\` for the portal’s own calls, ids such as \`PAYMENT_ID\` from earlier answers, and one \`IDEMPOTENCY_KEY\`, a UUID, for each thing you mean to do.

\`\`\`
export APPLICATION_ID="the application's id"
export APPLICATION_SECRET="one of its two keys"
${newKey}
\`\`\`

## A person’s token

The portal’s own calls are made by somebody who signed in (POST accounts/sign-in). The answer holds one of three: an \`accessToken\`; an \`otpRequestId\`, to be finished with a code; or a \`twoFactorRequestId\`, where an authenticator has to be set up first. The token lives 60 minutes and can be renewed in its last five, for 12 hours. What matters asks once more who it is: step up (POST accounts/self/step-up) and send the answer’s \`stepUpToken\` as \`${stepUpHeader}\`; it is good for five minutes. What moves money takes \`${idempotencyKeyHeader}\`.
`;
