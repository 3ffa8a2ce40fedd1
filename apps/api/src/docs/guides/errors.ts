import { type ErrorCode, errorCodes, statusesOf } from '@volume/contract/error-codes.ts';
import { traceIdHeader } from '@volume/contract/headers.ts';
import { html } from 'hono/html';
import { type Guide, runs, shows, twoColumns } from './guide.ts';

/** The error payload and how to react to each status (contract §1). */
export const errors: Guide = {
  name: 'errors',
  title: 'Errors',
  body: (place) => html`
    <p>Every error response has these six fields. This call requests a payment that does not exist:</p>
    ${runs('shell', unknown(place.baseUrl), 404)} ${shows(payload)}
    <p>
      <code>errorMessage</code> is for people, and its wording can change: your code should use
      <code>statusCode</code> and <code>code</code>. A validation error also names the field in <code>field</code>, and
      <code>OUTCOME_UNKNOWN</code> has <code>isRepeatable</code>. <code>traceId</code> is also in the
      <code>${traceIdHeader}</code> header of every response: quote it when you contact us. <code>source</code> is
      VOLUME, or the account provider that caused the error.
    </p>
    ${twoColumns(['Status', 'What to do'], statuses)}
    <p>
      A payout or refund is answered with IN_PROGRESS before its account provider has it. When the provider refuses it,
      the order becomes FAILED, its money is available again, and a webhook tells you. The provider's reason is in
      <code>statusDescription</code> of the payout, or in <code>refundStatusDescription</code> of the refund in its
      payment. Fix the reason, then retry with a new idempotency key.
    </p>
    <h2>Codes</h2>
    <p>
      <code>code</code> is one of this list and never changes its meaning. The reference names the codes of each call. A
      new code can be added to a call: treat one that you do not know by its status.
    </p>
    ${codes}
    <h2>As problems of RFC 9457</h2>
    <p>
      With <code>Accept: application/problem+json</code>, also next to other types, the same error has the fields
      <code>type</code>, <code>title</code>, <code>status</code> and <code>detail</code> in place of
      <code>statusCode</code> and <code>errorMessage</code>. <code>type</code> is the address of the code on this page.
    </p>
    ${runs('shell', asProblem(place.baseUrl), 404)}
  `,
};

const statuses = [
  ['400', 'Correct the field or header that errorMessage names. A field is also named in field.'],
  ['401', 'The key is wrong or was reset, or the token has expired. Do not retry with it.'],
  [
    '403',
    'The key or the user is not allowed to do this. KEY_LIMIT: the amount is more than the key can move. STEP_UP_REQUIRED: the user has to confirm their identity.',
  ],
  ['404', 'The object does not exist, or belongs to another merchant or application: the response is the same.'],
  ['409', 'The current state does not allow it. Read the object again before you decide.'],
  ['422', 'Our ledger refuses it, for example because the amount is more than the available balance. No money moved.'],
  ['429', 'Too many calls. Wait for Retry-After seconds, then retry.'],
  ['500', 'An error on our side. Retry with the same idempotency key.'],
  ['503', 'Nothing was changed. Retry with the same idempotency key.'],
  [
    '504',
    'OUTCOME_UNKNOWN: the call may have succeeded. If isRepeatable is true, retry with the same idempotency key; otherwise check first.',
  ],
] as const;

/** Each row is the target of a problem's `type`. */
const codes = html`<table>
  <thead>
    <tr>
      <th scope="col">Code</th>
      <th scope="col">Status</th>
      <th scope="col">Meaning</th>
    </tr>
  </thead>
  <tbody>
    ${Object.entries(errorCodes).map(
      ([code, [, meaning]]) =>
        html`<tr id="${code}">
          <td><code>${code}</code></td>
          <td>${statusesOf(code as ErrorCode).join(', ')}</td>
          <td>${meaning.replaceAll('`', '')}</td>
        </tr>`,
    )}
  </tbody>
</table>`;

const asProblem = (baseUrl: string) => `
curl "${baseUrl}/api/payments/00000000-0000-7000-8000-000000000000" \\
  -H "accept: application/problem+json" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;

const unknown = (baseUrl: string) => `
curl "${baseUrl}/api/payments/00000000-0000-7000-8000-000000000000" \\
  -H "x-application-id: $APPLICATION_ID" \\
  -H "x-application-secret: $APPLICATION_SECRET"
`;

const payload = `
{
  "statusCode": 404,
  "statusName": "NOT_FOUND",
  "errorMessage": "This payment does not exist.",
  "traceId": "5f1c0a9be3d24768",
  "source": "VOLUME",
  "code": "NOT_FOUND"
}
`;
