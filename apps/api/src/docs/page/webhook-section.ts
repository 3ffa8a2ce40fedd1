import { webhookBodies } from '@volume/contract/webhook-bodies.ts';
import { addressOfKind, webhookKinds } from '@volume/contract/webhook-words.ts';
import { html } from 'hono/html';
import type { Html } from '#http/pages/page-response.ts';
import { fieldTable } from './field-table.ts';
import { webhookWords } from '#docs/open-api.ts';
import { fieldsOf, wireSchema } from '#docs/json-schema.ts';

/** How events reach a merchant's own server, what they hold and how to tell that they are ours. */
export function webhookSection(baseUrl: string): Html {
  return html`<section id="webhooks">
    <h2>Webhooks</h2>
    <p>
      Every event is a <code>PUT</code> with a JSON body to the address that is set for its kind (<a
        href="#setWebhooksCallbacks"
        >set the addresses</a
      >). Answer 200 within ten seconds; anything else, redirects too, counts as not taken. Then we try again after 10
      s, 30 s, 1, 5 and 15 minutes, 1 hour, and hourly for 72 hours; a later <code>Retry-After</code> of yours is kept
      to. Afterwards you can still have it <a href="#resendWebhookDelivery">sent again</a>. An event may arrive more
      than once, and two events in another order than they happened: go by its ids, statuses and times.
    </p>
    <h3>The signature</h3>
    <p>
      <code>Authorization: SHA256withRSA …</code> signs the body’s raw bytes, before anything reads them as JSON: RSA
      2048, PKCS #1 v1.5, SHA-256, in base64. The key stands at
      <a href=".well-known/signature/pem">.well-known/signature/pem</a>, a bare base64 SPKI. Check it like this, with
      the body in <code>body.json</code> and the base64 in <code>$SIGNATURE</code>:
    </p>
    <pre><code>${verifying(baseUrl)}</code></pre>
    <p>
      The key changes now and then: <a href=".well-known/signature/keys">.well-known/signature/keys</a> lists the one
      that signs, the next before it signs and the former for a while after, each with its id and its times; the header
      <code>x-signature-key-id</code> of a delivery names the one that signed it.
    </p>
    ${boundSignature}
    ${webhookKinds.map(
      (kind) =>
        html`<article id="webhook-${kind}">
          <h3>${webhookWords[kind]}</h3>
          <p>Sent to <code>${addressOfKind[kind]}</code>.</p>
          ${fieldTable('Body', fieldsOf(wireSchema(webhookBodies[kind])))}
        </article>`,
    )}
  </section>`;
}

/** What binds an event to its receiver and time, and what marks tests. */
const boundSignature = html`<p>
    That signature says nothing of its receiver or time. Three more headers do: <code>x-signature</code> is the base64
    signature by the same key over <code>timestamp.applicationId.body</code>, with
    <code>x-signature-timestamp</code> (seconds since 1970) and <code>x-signature-application-id</code> as they were
    sent and the body’s raw bytes. Refuse what names another application than yours, and what is more than five minutes
    from your own clock.
  </p>
  <p>
    Test events carry <code>x-test-event: true</code> and name objects that do not exist: never ship goods for one.
    <a href="#listWebhookSamples">Samples</a> of every kind come truly signed, and
    <a href="#sendTestWebhook">a test event</a> goes to your own address.
  </p>`;

const verifying = (baseUrl: string): string =>
  [
    `curl -s '${baseUrl}/.well-known/signature/pem' | base64 -d > key.der`,
    'echo "$SIGNATURE" | base64 -d > signature.bin',
    'openssl dgst -sha256 -verify key.der -keyform DER -signature signature.bin body.json',
  ].join('\n');
