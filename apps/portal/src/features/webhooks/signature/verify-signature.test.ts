// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { verifySignature } from './verify-signature.ts';

type Hash = 'SHA-256' | 'SHA-1';
const pairOf = (hash: Hash = 'SHA-256') =>
  crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', hash, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const toPem = (text: string, kind: string) =>
  `-----BEGIN ${kind} KEY-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END ${kind} KEY-----\n`;
async function headerOf(text: string, by: CryptoKey = pair.privateKey): Promise<string> {
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', by, new TextEncoder().encode(text));
  return `SHA256withRSA ${toBase64(signature)}`;
}

const pair = await pairOf();
const key = toBase64(await crypto.subtle.exportKey('spki', pair.publicKey));
const privateText = toBase64(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
const body = '{"paymentId":"p-1","paymentRequest":{"amount":12.5},"note":"naïve ☕"}';
const header = await headerOf(body);

describe('a signature', () => {
  test.each([
    ['as it was sent', { body, header, key }],
    ['with the header’s name', { body, header: `Authorization: ${header} `, key }],
    ['with a key in PEM', { body, header, key: toPem(key, 'PUBLIC') }],
  ])('%s is valid', async (_, claim) => expect(await verifySignature(claim)).toEqual({ kind: 'valid' }));

  test.each([
    ['', /must begin with SHA256withRSA/],
    [header.slice(14), /must begin with SHA256withRSA/],
    [header.replace('withRSA', 'WithRSA'), /is written SHA256withRSA/],
    ['Bearer abc', /Bearer header/],
    [`${header}!`, /not base64/],
    [header.slice(0, -4), /some of it is missing/],
    ['SHA256withRSA AAAA', /3 bytes instead of 256/],
  ])('in the header %j cannot be read', async (given, fault) => {
    const verdict = await verifySignature({ body, header: given, key });
    expect(verdict).toEqual({ kind: 'unreadable', part: 'header', fault: expect.stringMatching(fault) });
  });

  test.each([
    ['', /not base64/],
    ['AAAA', /no RSA public key/],
    [toPem(privateText, 'PRIVATE'), /private key/],
  ])('with the key %j cannot be checked', async (given, fault) => {
    const verdict = await verifySignature({ body, header, key: given });
    expect(verdict).toEqual({ kind: 'unreadable', part: 'key', fault: expect.stringMatching(fault) });
  });

  test.each([
    [`${body}\n`, 'A line break was added at its end.'],
    [` ${body} `, 'Spaces or line breaks were added around it.'],
    [JSON.stringify(JSON.parse(body), null, 2), expect.stringContaining('with other spaces')],
    [body.replace('12.5', '12.6'), null],
    ['', null],
  ])('of a body that became %j names what was changed', async (given, hint) => {
    expect(await verifySignature({ body: given, header, key })).toEqual({ kind: 'other-body', hint });
  });

  test('of a body that lost its last line break or its spaces says so', async () => {
    const lost = { body, header: await headerOf(`${body}\n`), key };
    expect(await verifySignature(lost)).toEqual({ kind: 'other-body', hint: 'Its last line break is missing.' });
    const tight = { body, header: await headerOf(JSON.stringify(JSON.parse(body), null, 2)), key };
    expect(await verifySignature(tight)).toMatchObject({ hint: expect.stringContaining('without its spaces') });
    const lines = { body: 'a\r\nb', header: await headerOf('a\nb'), key };
    expect(await verifySignature(lines)).toMatchObject({ hint: expect.stringContaining('LF to CRLF') });
  });

  test('by another key, or made in another way, is told from a changed body', async () => {
    const other = await pairOf();
    const sha1 = await pairOf('SHA-1');
    const sha1Key = toBase64(await crypto.subtle.exportKey('spki', sha1.publicKey));
    expect(await verifySignature({ body, header: await headerOf(body, other.privateKey), key })).toEqual({
      kind: 'other-key',
    });
    const old = { body, header: await headerOf(body, sha1.privateKey), key: sha1Key };
    expect(await verifySignature(old)).toEqual({ kind: 'other-key' });
  });
});
