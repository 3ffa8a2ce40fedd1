import { expect, test } from 'vitest';
import { proveBalances } from './prove-balances.ts';
import { readStatementFile } from './read-statement-file.ts';
import { readStatement } from './read-statement.ts';
import { unzip } from './unzip.ts';

const numbers = (...fields: [value: number, bytes: number][]): Buffer =>
  Buffer.concat(
    fields.map(([value, size]) => {
      const field = Buffer.alloc(size);
      field.writeUIntLE(value, 0, size);
      return field;
    }),
  );

async function deflate(text: string): Promise<Buffer> {
  const stream = new CompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  void writer.write(new TextEncoder().encode(text));
  void writer.close();
  return Buffer.from(await new Response(stream.readable).arrayBuffer());
}

/** A ZIP as banks make it: one file after the other, then the directory. */
async function zip(files: Record<string, string>, { isStored = false, flags = 0 } = {}): Promise<Uint8Array> {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = isStored ? Buffer.from(text) : await deflate(text);
    const about = numbers(
      [20, 2],
      [flags, 2],
      [isStored ? 0 : 8, 2],
      [0, 4],
      [0, 4],
      [content.length, 4],
      [text.length, 4],
      [name.length, 2],
      [0, 2],
    );
    const local = Buffer.concat([numbers([0x04034b50, 4]), about, Buffer.from(name), content]);
    directory.push(numbers([0x02014b50, 4], [20, 2]), about, numbers([0, 6], [0, 4], [at, 4]), Buffer.from(name));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [list.length, 4], [at, 4], [0, 2]);
  return new Uint8Array(Buffer.concat([...parts, list, end]));
}

const day = (date: string, [from, amount, to]: [string, string, string], account = '11112222') =>
  `:20:D\n:25:${account}\n:60F:C${date}GBP${from}\n:61:${date}${amount}NTRF\n:62F:C${date}GBP${to}\n-\n`;
const first = day('260304', ['10,00', 'C5,00', '15,00']);
const second = day('260305', ['15,00', 'D1,00', '14,00']);

test.each([false, true])('reads the statement in a ZIP (stored without compression: %s)', async (isStored) => {
  const [found] = await readStatementFile(await zip({ 'folder/': '', 'folder/day.sta': first }, { isStored }));
  expect(found).toMatchObject({ account: '11112222', lines: [{ amount: 500 }] });
});

test('joins the statements of several days, by account', async () => {
  const other = day('260304', ['1,00', 'C1,00', '2,00'], '33334444');
  const found = await readStatementFile(
    await zip({ 'b.sta': second, 'a.sta': first, 'c.sta': other, '__MACOSX/._a.sta': '?' }),
  );
  expect(found.map(({ account, lines }) => [account, lines.length])).toEqual([
    ['11112222', 2],
    ['33334444', 1],
  ]);
  expect(found[0] && proveBalances(found[0])).toEqual({ kind: 'agrees', lines: 2, opening: 1000, closing: 1400 });
});

const ofx = (month: string, amount: string) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>GBP<BANKACCTFROM><ACCTID>11112222</BANKACCTFROM><BANKTRANLIST><DTEND>20260${month}28<STMTTRN><DTPOSTED>20260${month}04<TRNAMT>${amount}</STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>99.00<DTASOF>20260401</LEDGERBAL></STMTRS></OFX>`;

test('joins the OFX files of two months, whose balances of the same day prove nothing', async () => {
  const found = await readStatementFile(await zip({ 'b.ofx': ofx('3', '-1.00'), 'a.OFX': ofx('2', '5.00') }));
  expect(found).toMatchObject([{ account: '11112222', lines: [{ amount: 500 }, { amount: -100 }] }]);
  expect(found[0] && proveBalances(found[0])).toEqual({ kind: 'unproved' });
});

test.each([
  ['has a password', () => zip({ 'a.sta': first }, { flags: 1 }), /password/],
  ['is a spreadsheet', () => zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }), /a spreadsheet/],
  ['was cut off', () => zip({ 'a.sta': first }).then((whole) => whole.slice(0, -30)), /damaged or was cut off/],
  [
    'has another file',
    () => zip({ 'a.sta': first, 'a.pdf': '%PDF-1.7' }),
    /“a\.pdf” in this ZIP cannot be read: This is a PDF/,
  ],
  ['has two formats', () => zip({ 'a.sta': first, 'a.csv': 'Date,Amount\n2026-03-04,5.00\n' }), /several formats/],
  ['has a format twice', () => zip({ 'a.ofx': ofx('1', '5.00'), 'a.QFX': ofx('1', '5.00') }), /several formats/],
  ['is empty', () => zip({}), /This ZIP is empty/],
])('refuses a ZIP that %s', async (_, make, sentence) => {
  await expect(readStatementFile(await make())).rejects.toThrow(sentence);
});

test('stops unpacking at the limit', async () => {
  await expect(unzip(await zip({ 'a.sta': '0'.repeat(100_000) }), 50_000)).rejects.toThrow(
    /more content than can be read/,
  );
});

test('the reader of a single file says how to extract the statement', async () => {
  const bytes = await zip({ 'a.sta': first });
  expect(() => readStatement(bytes)).toThrow(/Unpack it/);
});
