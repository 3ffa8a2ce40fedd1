import type { Download, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '#e2e/journey.ts';

// The merchant with the most payments.
test.use({ role: 'MERCHANT_ADMIN' });

const canary = 'CANARY-7731';

async function readText(download: Download): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await download.createReadStream()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The cells of a line of our exports; the cells used here contain no line breaks. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''));

/** The account's own lines in the format of a bank statement. */
async function exportLines(page: Page): Promise<string[][]> {
  await page.goto('/balances/overview');
  const first = page.getByRole('table', { name: 'GBP accounts' }).locator('tbody tr').first();
  await first.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Statement' }).click();
  await expect(page.getByRole('table', { name: 'Statement' }).locator('tbody tr').first()).toContainText('£');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const [, ...lines] = (await readText(saved)).trim().split('\r\n').map(cellsOf);
  return lines.map(([at = '', , description = '', reference = '', , amount = '']) => [
    at.slice(0, 10),
    description,
    reference,
    amount,
  ]);
}

const toFile = (name: string, rows: readonly string[][]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['Date,Name,Reference,Amount', ...rows.map((row) => row.map((cell) => `"${cell}"`).join(','))].join('\n') + '\n',
  ),
});

const view = (page: Page, name: RegExp) => page.getByRole('navigation', { name: 'Result' }).getByRole('link', { name });

test('a bank statement is matched in the browser and no byte of it is sent', { tag: '@journey' }, async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  const lines = await exportLines(page);
  const named = lines.filter(([, , reference = '']) => /\d/.test(reference));
  expect(named.length).toBeGreaterThan(3);
  // The first line is left out of the file, so that a payment is only in the books.
  const [, nameless, ...rest] = named;
  const rows = [
    ...rest,
    // The same payment without its reference is proposed by its name or amount, but never called exact.
    [nameless?.[0] ?? '', nameless?.[1] ?? '', '', nameless?.[3] ?? ''],
    [rest[0]?.[0] ?? '', canary, canary, '84.21'],
  ];
  await page.getByRole('button', { name: 'Files for accounting programs' }).click();
  await page.getByRole('menuitem', { name: 'Reconcile a bank statement' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reconcile' })).toBeVisible();
  await expectAccessible(page);
  const file = toFile('bank.csv', rows);
  await page.getByLabel('Bank statement').setInputFiles(file);
  await page.getByLabel('Account').selectOption(await optionWith(page, /GBP · (Modulr|Optimus|ISX)/));
  await page.getByRole('button', { name: 'Match' }).click();
  await expect(page.getByText(/never uploaded/)).toBeVisible();
  await expect(view(page, /^Only at the bank/)).toHaveText(/ [1-9]/);
  await expect(view(page, /^Matched/)).toHaveText(/Matched [1-9]/);
  await view(page, /^Only at the bank/).click();
  await expect(page.getByRole('list', { name: 'Only at the bank' })).toContainText(canary);
  await page
    .getByRole('button', { name: /^Add a note on line/ })
    .first()
    .click();
  await page.getByLabel(/^Note on line/).fill('Asked the bank');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export result' }).click(),
  ]);
  const result = await readText(saved);
  expect(result).toContain('Only at the bank');
  expect(result).toContain('Asked the bank');
  expect(result.match(/Matched exactly/g)?.length ?? 0).toBeGreaterThan(0);

  await test.step('an invalid second file keeps the matches', async () => {
    const broken = { ...file, name: 'broken.csv', buffer: file.buffer.subarray(0, file.buffer.length - 9) };
    await page.getByLabel('Bank statement').setInputFiles(broken);
    await expect(page.getByRole('alert')).toContainText('it was cut off');
    await expect(page.getByRole('alert')).toContainText('what was matched before stands below');
    await expect(page.getByRole('list', { name: 'Only at the bank' })).toContainText(canary);
  });

  await test.step('a reload keeps the work, encrypted', async () => {
    await untilKept(page);
    const stored = await readStorage(page);
    expect(stored.length).toBeGreaterThan(file.buffer.length);
    expect(
      [canary, 'Asked the bank', '84.21', 'bank.csv', ...rest.flat()].filter(
        (text) => text.length > 4 && stored.includes(text),
      ),
    ).toEqual([]);
    // Other tests move money at the same account. A new entry is only in our books, and one with the reference and amount of a
    // matched line makes that match one to review: so only the sum of both is compared.
    const countOf = async (name: RegExp) => Number(/\d+$/.exec((await view(page, name).textContent()) ?? '')?.[0]);
    const readCounts = async () => ({
      found: (await countOf(/^Matched/)) + (await countOf(/^To review/)),
      onlyAtBank: await countOf(/^Only at the bank/),
    });
    const before = await readCounts();
    expect(before).toEqual({ found: rows.length - 1, onlyAtBank: 1 });
    await page.reload();
    await expect(page.getByText(/^Restored from \d\d:\d\d/)).toBeVisible();
    await expect(page.getByLabel(/^Note on line/)).toHaveValue('Asked the bank');
    expect(await readCounts()).toEqual(before);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page, 390);
  });
  expect(sent.filter((each) => each.includes(canary))).toEqual([]);
});

/** Waits until leaving the page asks for no confirmation. */
const untilKept = async (page: Page) => {
  await expect(view(page, /^Matched/)).toBeVisible();
  await page.waitForFunction(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
};

/** Everything that this browser has stored in IndexedDB, without decrypting it. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    let text = '';
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll() as IDBRequest<Record<string, unknown>[]>;
        await new Promise((resolve) => all.addEventListener('success', resolve));
        for (const value of all.result.flatMap((entry) => Object.values(entry)))
          text +=
            typeof value === 'object'
              ? new TextDecoder('latin1').decode(value as ArrayBuffer | Uint8Array<ArrayBuffer>)
              : String(value);
      }
      database.close();
    }
    return text;
  });

async function optionWith(page: Page, pattern: RegExp): Promise<string> {
  await expect(page.getByLabel('Account')).toBeVisible();
  // By its value, because the label also counts the matches once they are known.
  const option = page.getByLabel('Account').locator('option').filter({ hasText: pattern }).first();
  return (await option.getAttribute('value')) ?? '';
}

/** The checkboxes of the rows are aligned, to the left of the rows' text. */
async function expectOneColumn(page: Page, boxes: Locator, count: number): Promise<void> {
  await expect(boxes).toHaveCount(count);
  const lefts = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
  const row = page.getByRole('listitem').filter({ has: boxes.first() });
  const texts = row.locator('bdi');
  const textLefts = await texts.evaluateAll((all) => all.map((text) => text.getBoundingClientRect().left));
  expect(Math.min(...textLefts)).toBeGreaterThan(lefts[0] ?? Infinity);
}

test('a proposal is accepted, undone and refused; another account is named in a message', async ({ page }) => {
  const lines = await exportLines(page);
  const [first = []] = lines.filter(([, , reference = '']) => /\d/.test(reference));
  // The same line twice, so that the match is ambiguous.
  const file = toFile('twice.csv', [first, first]);
  await page.goto('/balances/reconcile?view=look');
  await page.getByLabel('Bank statement').setInputFiles(file);
  await page.getByLabel('Account').selectOption(await optionWith(page, /GBP · (Modulr|Optimus|ISX)/));
  await page.getByRole('button', { name: 'Match' }).click();
  await expect(view(page, /^To review/)).toHaveText('To review 2');
  await expectOneColumn(page, page.getByRole('checkbox', { name: /^Choose line/ }), 2);
  await page.getByRole('checkbox', { name: 'Choose all 2' }).press('Space');
  await expect(page.getByText(/^2 selected · £[\d.,]+ (in|out)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Accept 2' }).press('Enter');
  await expect(view(page, /^Matched/)).toHaveText('Matched 2');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(view(page, /^To review/)).toHaveText('To review 2');
  await page.getByRole('checkbox', { name: /^Choose line 2/ }).click();
  await page.getByRole('button', { name: 'Not a match' }).click();
  await expect(view(page, /^Only at the bank/)).toHaveText('Only at the bank 1');

  const foreign = `Account,GB33BUKB20201555555555\n${file.buffer.toString()}`;
  await page.getByLabel('Bank statement').setInputFiles({ ...file, name: 'foreign.csv', buffer: Buffer.from(foreign) });
  await expect(page.getByRole('alert')).toContainText('GB33BUKB20201555555555, which isn’t one of');
  await expect(view(page, /^Only at the bank/)).toHaveText('Only at the bank 1');

  await test.step('another tab starts afresh and does not touch this one’s work; signing out deletes both', async () => {
    const other = await page.context().newPage();
    await other.goto('/balances/reconcile');
    await expect(other.getByText('Drop a bank statement here')).toBeVisible();
    await other.getByLabel('Bank statement').setInputFiles(file);
    await other.getByLabel('Account').selectOption(await optionWith(other, /GBP · (Modulr|Optimus|ISX)/));
    await other.getByRole('button', { name: 'Match' }).click();
    await untilKept(other);
    await untilKept(page);
    await page.reload();
    await expect(page.getByText(/^Restored from/)).toBeVisible();
    await expect(view(page, /^Only at the bank/)).toHaveText('Only at the bank 1');
    await expect(view(other, /^To review/)).toHaveText('To review 2');
    await other.evaluate(() => localStorage.clear());
    await other.goto('/auth/sign-in');
    await expect.poll(() => readStorage(other)).toBe('');
    await other.close();
  });
});

test('unknown words for debit and credit are explained once, by keyboard too, and can be changed', async ({ page }) => {
  const lines = ['2026-11-21,A Payer,INV-1,12.50,Ven', '2026-11-22,A Payee,RENT,84.21,Men'];
  const giveFile = async (name: string) =>
    page.getByLabel('Bank statement').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(`Date,Name,Reference,Amount,Debit/Credit\n${lines.join('\n')}\n`),
    });
  const meaning = (word: string, name: string) =>
    page.getByRole('group', { name: `What ${word} is` }).getByRole('button', { name });
  await page.goto('/balances/reconcile');
  await giveFile('november.csv');
  await expect(page.getByText('The column “Debit/Credit” says “Ven”')).toBeVisible();
  await meaning('Ven', 'Money in').press('Enter');
  await meaning('Men', 'Money out').press('Enter');
  for (const amount of ['+12.50', '−84.21']) await expect(page.getByText(amount)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, 390);
  await page.getByRole('button', { name: 'Read the statement' }).press('Enter');
  await expect(page.getByText('november.csv does not say which account it is for')).toBeVisible();
  await page.reload();
  await giveFile('december.csv');
  await expect(page.getByText('december.csv does not say which account it is for')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await expect(meaning('Ven', 'Money in')).toHaveAttribute('aria-pressed', 'true');
  await meaning('Ven', 'Money out').press('Enter');
  await expect(page.getByText('−12.50')).toBeVisible();
});
