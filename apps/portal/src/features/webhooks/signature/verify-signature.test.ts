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

// Generated once, because generating a key is slow on a busy machine.
const [pair, other, strange, sha1] = [await pairOf(), await pairOf(), await pairOf(), await pairOf('SHA-1')];
const key = toBase64(await crypto.subtle.exportKey('spki', pair.publicKey));
const privateText = toBase64(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
const body = '{"paymentId":"p-1","paymentRequest":{"amount":12.5},"note":"naïve ☕"}';
const headers = await headerOf(body);

const valid = { kind: 'valid', fits: ['Authorization'], unfit: [] };
const otherBody = { kind: 'other-body', name: 'Authorization' };

describe('a signature', () => {
  test.each([
    ['as it was sent', { body, headers, key }],
    ['with the header’s name', { body, headers: `Authorization: ${headers} `, key }],
    ['with a key in PEM', { body, headers, key: toPem(key, 'PUBLIC') }],
  ])('is valid %s', async (_, claim) => expect(await verifySignature(claim)).toEqual(valid));

  test.each([
    ['', /must begin with SHA256withRSA/],
    [headers.slice(14), /must begin with SHA256withRSA/],
    [headers.replace('withRSA', 'WithRSA'), /is written SHA256withRSA/],
    ['Bearer abc', /Bearer header/],
    [`${headers}!`, /not base64/],
    [headers.slice(0, -4), /some of it is missing/],
    ['SHA256withRSA AAAA', /3 bytes instead of 256/],
  ])('is unreadable in the header %j', async (given, fault) => {
    const verdict = await verifySignature({ body, headers: given, key });
    expect(verdict).toEqual({ kind: 'unreadable', part: 'headers', fault: expect.stringMatching(fault) });
  });

  test.each([
    ['', /not base64/],
    ['AAAA', /no RSA public key/],
    [toPem(privateText, 'PRIVATE'), /private key/],
  ])('cannot be checked with the key %j', async (given, fault) => {
    const verdict = await verifySignature({ body, headers, key: given });
    expect(verdict).toEqual({ kind: 'unreadable', part: 'key', fault: expect.stringMatching(fault) });
  });

  test.each([
    [`${body}\n`, 'A line break was added at its end.'],
    [` ${body} `, 'Spaces or line breaks were added around it.'],
    [JSON.stringify(JSON.parse(body), null, 2), expect.stringContaining('with different spacing')],
    [body.replace('12.5', '12.6'), null],
    ['', null],
  ])('of another body, changed to %j, names the change', async (given, hint) => {
    expect(await verifySignature({ body: given, headers, key })).toEqual({ ...otherBody, hint });
  });

  test('of a body that lost its last line break or its spaces names the loss', async () => {
    const lost = { body, headers: await headerOf(`${body}\n`), key };
    expect(await verifySignature(lost)).toEqual({ ...otherBody, hint: 'Its last line break is missing.' });
    const tight = { body, headers: await headerOf(JSON.stringify(JSON.parse(body), null, 2)), key };
    expect(await verifySignature(tight)).toMatchObject({ hint: expect.stringContaining('without its spaces') });
    const lines = { body: 'a\r\nb', headers: await headerOf('a\nb'), key };
    expect(await verifySignature(lines)).toMatchObject({ hint: expect.stringContaining('LF to CRLF') });
  });

  test('by another key or with another algorithm does not count as a changed body', async () => {
    const sha1Key = toBase64(await crypto.subtle.exportKey('spki', sha1.publicKey));
    expect(await verifySignature({ body, headers: await headerOf(body, other.privateKey), key })).toEqual({
      kind: 'other-key',
    });
    const old = { body, headers: await headerOf(body, sha1.privateKey), key: sha1Key };
    expect(await verifySignature(old)).toEqual({ kind: 'other-key' });
  });
});

/** All headers of a delivery, as a server prints them. */
async function sent({ time = '1795000000', signed = body, by = pair.privateKey } = {}): Promise<string> {
  const bound = (await headerOf(`1795000000.shop-1.${signed}`, by)).split(' ')[1];
  return [
    'Content-Type: application/json',
    `authorization: ${await headerOf(body, by)}`,
    `X-Signature-Timestamp: ${time}`,
    'x-signature-application-id: shop-1',
    `x-signature: ${bound}`,
    'x-signature-key-id: key-2',
  ].join('\r\n');
}
const without = (text: string, name: string) =>
  text
    .split('\r\n')
    .filter((line) => !line.startsWith(`${name}:`))
    .join('\n');

describe('the headers of a delivery', () => {
  test('are checked by both signatures, or by the only one that is present', async () => {
    const all = await sent();
    const both = { kind: 'valid', fits: ['Authorization', 'x-signature'], unfit: [] };
    expect(await verifySignature({ body, headers: all, key })).toEqual(both);
    const json = all.replace(/^([\w-]+): (.*?)\r?$/gm, '  "$1": "$2",');
    expect(await verifySignature({ body, headers: json, key })).toEqual(both);
    const bound = without(all, 'authorization');
    expect(await verifySignature({ body, headers: bound, key })).toEqual({ ...valid, fits: ['x-signature'] });
  });

  test('report which signature is valid and which is not', async () => {
    expect(await verifySignature({ body, headers: await sent({ time: '1795000001' }), key })).toEqual({
      ...valid,
      unfit: ['x-signature'],
    });
    const bound = { body: `${body} `, headers: await sent({ signed: `${body} ` }), key };
    expect(await verifySignature(bound)).toEqual({ kind: 'valid', fits: ['x-signature'], unfit: ['Authorization'] });
  });

  test('name the change of a body, also with only x-signature', async () => {
    const headers = without(await sent(), 'authorization');
    expect(await verifySignature({ body: `${body}\n`, headers, key })).toEqual({
      kind: 'other-body',
      name: 'x-signature',
      hint: 'A line break was added at its end.',
    });
  });

  test.each(['X-Signature-Timestamp', 'x-signature-application-id'])('are unreadable without %s', async (name) => {
    const verdict = await verifySignature({ body, headers: without(await sent(), name), key });
    expect(verdict).toMatchObject({ kind: 'unreadable', part: 'headers', fault: expect.stringMatching(/paste them/) });
  });

  test('are valid with another of the published keys, which is named', async () => {
    const published = async () => [
      { keyId: 'key-1', publicKey: key },
      { keyId: 'key-2', publicKey: toBase64(await crypto.subtle.exportKey('spki', other.publicKey)) },
    ];
    const claim = { body, headers: await sent({ by: other.privateKey }), key };
    expect(await verifySignature(claim, published)).toMatchObject({ kind: 'valid', keyId: 'key-2', unfit: [] });
    expect(await verifySignature({ ...claim, body: `${body}\n` }, published)).toMatchObject({
      kind: 'other-body',
      keyId: 'key-2',
    });
    const unknown = { ...claim, headers: await sent({ by: strange.privateKey }) };
    expect(await verifySignature(unknown, published)).toEqual({ kind: 'other-key' });
  });
});
