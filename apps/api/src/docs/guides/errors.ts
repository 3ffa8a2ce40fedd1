import { traceIdHeader } from '@volume/contract/headers.ts';
import { html } from 'hono/html';
import { type Guide, runs, shows, twoColumns } from './guide.ts';

/** The error payload and how to react to each status (contract §1). */
export const errors: Guide = {
  name: 'errors',
  title: 'Errors',
  body: (place) => html`
    <p>Every failure answers these five fields. This call asks for a payment that does not exist:</p>
    ${runs('shell', unknown(place.baseUrl), 404)} ${shows(payload)}
    <p>
      <code>errorMessage</code> is for people and may be reworded; decide by <code>statusCode</code> and
      <code>statusName</code>. A refused field is also named in <code>field</code>, and
      <code>OUTCOME_UNKNOWN</code> comes with <code>isRepeatable</code>. <code>traceId</code> also stands in the
      <code>${traceIdHeader}</code> header of every answer: name it when you ask us. <code>source</code> is VOLUME, or
      the account provider that refused.
    </p>
    ${twoColumns(['Status', 'What to do'], statuses)}
  `,
};

const statuses = [
  ['400', 'Correct the field or header that errorMessage names; a field is in field as well.'],
  ['401', 'The key is wrong or was reset, or the token is over. Do not try again with it.'],
  [
    '403',
    'The key or the person may not. KEY_LIMIT: more than the key may move. STEP_UP_REQUIRED: a person has to prove themselves.',
  ],
  ['404', 'It does not exist, or is not yours: both look the same.'],
  ['409', 'It cannot be done as things stand: read them again.'],
  ['422', 'Our books refuse it, such as more than is available. No money moved.'],
  ['429', 'Too many calls. Wait for Retry-After seconds, then send it again.'],
  [
    '500',
    'With another source than VOLUME: the provider refused, and no money moved. Mend the reason, then use a new idempotency key.',
  ],
  ['503', 'Nothing was changed. Try again with the same idempotency key.'],
  [
    '504',
    'OUTCOME_UNKNOWN: it may have been done. Where isRepeatable is true, send it again with the same idempotency key; otherwise check first.',
  ],
] as const;

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
  "source": "VOLUME"
}
`;
