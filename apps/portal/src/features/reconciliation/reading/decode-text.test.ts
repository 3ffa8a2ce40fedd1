import { expect, test } from 'vitest';
import { readStatement } from './read-statement.ts';

const file = (name: string, charset = '1252', encoding = 'USASCII') =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\nENCODING:${encoding}\r\nCHARSET:${charset}\r\nCOMPRESSION:NONE\r\n\r\n<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20261121<TRNAMT>5.00<NAME>${name}</STMTTRN></BANKTRANLIST></STMTRS></OFX>`;

/** A file with one byte for each letter. */
const inOneByte = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const nameIn = (bytes: Uint8Array) => [readStatement(bytes)].flat()[0]?.lines[0]?.name;

test('reads Windows-1252 as the header of OFX says, even if its letters look like those of Central Europe', () => {
  expect(nameIn(inOneByte(file('Søren Naïm', 'NONE')))).toBe('Sřren Naďm');
  expect(nameIn(inOneByte(file('Søren Naïm')))).toBe('Søren Naïm');
  expect(nameIn(inOneByte(file('Søren Naïm').replaceAll('\r\n', '')))).toBe('Søren Naïm');
  expect(nameIn(inOneByte(`Content-Type: application/x-ofx\r\n${file('Søren Naïm')}`))).toBe('Søren Naïm');
});

test.each([
  ['1250', '\u00a3\u00f3d\u009f', 'Łódź'],
  ['WINDOWS-1250', '\u00a3\u00f3d\u009f', 'Łódź'],
  ['ISO-8859-2', '\u00a3\u00f3d\u00bc', 'Łódź'],
  ['8859-1', 'Zoë', 'Zoë'],
  ['NONE', 'M\u00fcller', 'Müller'],
])('reads the charset %s of OFX', (charset, written, name) => {
  expect(nameIn(inOneByte(file(written, charset)))).toBe(name);
});

test.each([
  ['1252', 'USASCII'],
  ['NONE', 'UTF-8'],
])('reads OFX in UTF-8 with the charset %s and the encoding %s', (charset, encoding) => {
  expect(nameIn(new TextEncoder().encode(file('Søren Naïm, Łódź', charset, encoding)))).toBe('Søren Naïm, Łódź');
});

test('reads OFX in UTF-16', () => {
  const text = `\ufeff${file('Łódź', 'NONE', 'UNICODE')}`;
  expect(nameIn(new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer))).toBe('Łódź');
});
