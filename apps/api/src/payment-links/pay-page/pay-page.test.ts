import { createPaymentLink, type PaymentLink } from '@volume/contract/payment-links/payment-links.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Documents } from '#core/files.ts';
import type { Database } from '#database/database.ts';
import { createDocuments } from '#node/documents/create-documents.ts';
import { readPageFonts } from '#node/portal/portal-files.ts';
import { sampleFailures } from '#sample-data/payments/stage-catalogue.ts';
import { readPdf } from '#testing/exports/read-pdf.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';
import { languages } from './pay-frame.ts';
import { failureOf } from './texts/texts.ts';

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database, { settings: { signInsPerMinute: 100_000 } });
  const account = { merchantId: ids.harbour, applicationId: ids.harbourShop, payInAccountId: 1 };
  await seedAccount(app.services, { ...account, currency: 'GBP' });
  await database.query(
    `INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
     VALUES ('natwest', 'NatWest', 'National Westminster Bank', '[]', '{GBP}', 'SANDBOX'),
       ('credit-agricole', 'Crédit Agricole', 'Crédit Agricole', '[]', '{GBP}', 'SANDBOX')`,
  );
});
afterAll(() => database.close());

async function makeLink(amount = 12.5): Promise<string> {
  const paymentRequest = { currency: 'GBP' as const, amount, reference: 'SPRING17' };
  const body = { applicationId: ids.harbourShop, merchantPaymentId: 'HB-1', paymentRequest };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const call = { token: await signInAs(app, 'operator'), body, headers };
  const paymentLink: PaymentLink = (await app.call(createPaymentLink, call)).value();
  return `/sandbox/pay/${paymentLink.paymentIntentId}`;
}
const get = (path: string, headers: Record<string, string> = {}) => app.app.request(path, { headers });
const read = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  app.app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  });
async function begin(link: string): Promise<{ bank: string; outcome: string; cookies: string[] }> {
  app.pass({ seconds: 1 });
  const begun = await post(link, { institutionId: 'natwest' });
  const bank = begun.headers.get('location') ?? '';
  return { bank, outcome: `${link}/${bank.split('/').at(-1)}`, cookies: begun.headers.getSetCookie() };
}
async function wait(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    app.pass({ seconds: 1 });
    await app.runDueWork();
  }
}

test.each([
  ['de-CH,fr;q=0.8', 'de', 'Wählen Sie Ihre Bank'],
  ['pt-BR,fr;q=0.8,en;q=0.5', 'fr', 'Choisissez votre banque'],
  ['es', 'es', 'Elija su banco'],
  ['en;q=0.1,pl', 'pl', 'Wybierz swój bank'],
  ['ja', 'en', 'Choose your bank'],
  ['constructor', 'en', 'Choose your bank'],
])('answers a browser that requests %s in %s', async (asked, tag, heading) => {
  const page = await read(await makeLink(), { 'accept-language': asked });
  expect(page).toContain(`<html lang="${tag}">`);
  expect(page).toContain(heading);
});

test('a chosen language applies to every later page, and an unknown one changes nothing', async () => {
  const link = await makeLink();
  const chosen = await get(`${link}?lang=de`, { 'accept-language': 'fr' });
  const cookie = chosen.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^v_language=de; .*Path=\/sandbox\/pay; HttpOnly; SameSite=Lax$/);
  expect(await read(link, { 'accept-language': 'fr', cookie })).toContain('Wählen Sie Ihre Bank');
  const unknown = await get(`${link}?lang=__proto__`, { 'accept-language': 'fr' });
  expect(unknown.headers.get('set-cookie')).toBeNull();
  expect(await unknown.text()).toContain('Choisissez votre banque');
});

test('formats amounts and orders for the language', async () => {
  const text = (await read(await makeLink(1234.5), { 'accept-language': 'de' })).replaceAll(/<[^>]+>/g, '');
  expect(text).toContain('1.234,50\u00a0£');
  expect(text).toContain('Bestellung HB-1');
});

test('banks can be searched without JavaScript, by any part and accent, and typed text is kept', async () => {
  const link = await makeLink();
  const found = await (await post(link, { search: 'AGRICOLE', name: 'Amelia Hughes' })).text();
  expect(found).toContain('Crédit Agricole');
  expect(found).not.toContain('NatWest');
  expect(found).toContain('value="AGRICOLE"');
  expect(await (await post(link, { search: 'credit' })).text()).toContain('Crédit Agricole');
  const none = await (await post(link, { search: '<nobody>' })).text();
  expect(none).toContain('No bank matches.');
  expect(none).toContain('value="&lt;nobody&gt;"');
});

test('the optional name takes one line above the banks until it is given', async () => {
  await database.query('UPDATE applications SET confirmation_of_payer_enabled = true');
  const link = await makeLink();
  expect(await read(link)).toMatch(/<details class="who" >\s*<summary>Add your name \(optional\)/);
  const kept = await (await post(link, { search: 'x', name: 'Amelia Hughes' })).text();
  expect(kept).toMatch(/<details class="who" open>[\s\S]*value="Amelia Hughes"/);
  await database.query('UPDATE applications SET confirmation_of_payer_enabled = false');
});

test('the bank used last time is listed first, but only if it supports the payment', async () => {
  const link = await makeLink();
  const { bank, cookies } = await begin(link);
  const [cookie = '', attempt] = cookies;
  expect(cookie).toMatch(/^v_bank=natwest; .*Path=\/sandbox\/pay; HttpOnly; SameSite=Lax$/);
  expect(attempt).toBe(`v_attempt=${bank.split('/').at(-1)}; Max-Age=86400; Path=${link}; HttpOnly; SameSite=Lax`);
  expect(await read(await makeLink(), { cookie })).toMatch(/Used last time[\s\S]*natwest[\s\S]*Choose your bank/);
  expect(await read(await makeLink(), { cookie: 'v_bank=gone' })).not.toContain('Used last time');
});

test('the outcome page is refreshed until the money has arrived: waiting, sending, paid', async () => {
  const { bank, outcome } = await begin(await makeLink());
  const waiting = await get(outcome);
  const text = await waiting.text();
  expect(text).toContain('Waiting for NatWest');
  expect(text).toContain('data-status="AWAITING_AUTHORIZATION"');
  expect(text).toContain('<noscript><meta http-equiv="refresh" content="5" /></noscript>');
  expect(waiting.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'/);
  await post(bank, { decision: 'APPROVE', name: 'Amelia Hughes' });
  expect(await read(outcome)).toContain('data-status="AUTHORIZED"');
  await wait(10);
  const paid = await read(outcome);
  expect(paid).toContain('data-status=""');
  expect(paid).toMatch(
    /You paid £12\.50 to \u2068Harbour &amp; Bloom\u2069 from NatWest on .* UTC\. Nothing more to do\./,
  );
  expect(paid).toContain('SPRING17');
});

test('a failed payment says why in the shopper’s language, that no money was taken, and offers another bank', async () => {
  const { bank, outcome } = await begin(await makeLink(24.13));
  await post(bank, { decision: 'APPROVE', name: 'Amelia Hughes' });
  await wait(10);
  expect(await read(outcome)).toContain(
    'NatWest declined it: there is not enough money in the account. No money was taken.',
  );
  const polish = await read(outcome, { 'accept-language': 'pl' });
  expect(polish).toContain('na rachunku brakuje środków. Nie pobrano żadnych pieniędzy.');
  expect(polish).toContain('Użyj innego banku');
});

/** Pays a link; returns the path of its outcome and an app with these documents on the same data. */
async function payWithReceipt(documents: Documents, seconds = 10) {
  const { bank, outcome } = await begin(await makeLink());
  await post(bank, { decision: 'APPROVE', name: 'Zoë Kovács' });
  await wait(seconds);
  const { app: served } = createTestApp(database, { documents });
  return { outcome, ask: (path: string, headers: Record<string, string> = {}) => served.request(path, { headers }) };
}

const realDocuments = async (): Promise<Documents> => {
  const documents = await createDocuments();
  if (!documents) throw new Error('No documents can be made on this platform.');
  return documents;
};
const noPaper: Documents = { make: async (_, read) => ({ name: (await read()).name, pdf: new Uint8Array() }) };

test("a payer's receipt names shop, payer and order, and no internal data of the merchant", async () => {
  const { outcome, ask } = await payWithReceipt(await realDocuments());
  const german = await (await ask(outcome, { 'accept-language': 'de' })).text();
  expect(german).toMatch(new RegExp(`href="${outcome}/receipt">\\s*Beleg \\(PDF\\)`));
  const receipt = await ask(`${outcome}/receipt`);
  expect([receipt.headers.get('cache-control'), receipt.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
  const text = (await readPdf(receipt)).words.join(' ');
  for (const said of ['£12.50', 'Harbour & Bloom', 'Zoë Kovács', 'NatWest', 'HB-1', 'UTC'])
    expect(text).toContain(said);
  const [names] = await database.query<{ application_name: string }>(
    'SELECT application_name FROM applications WHERE application_id = $1',
    [ids.harbourShop],
  );
  expect(text).not.toContain('Application');
  expect(text).not.toContain(names?.application_name);
});

test.each([
  ['HELD', 'Being checked by the shop’s provider'],
  ['RETURNED', 'Sent back to you'],
])('money that is %s is not reported as arrived, on the page or on the receipt', async (hold, words) => {
  const { outcome, ask } = await payWithReceipt(await realDocuments());
  await database.query('UPDATE payments SET hold = $1::hold_state WHERE payment_id = $2', [
    hold,
    outcome.split('/').at(-1) ?? '',
  ]);
  const page = await (await ask(outcome)).text();
  expect(page).toContain(words);
  expect(page).not.toContain('Received by the shop');
  expect((await readPdf(await ask(`${outcome}/receipt`))).words.join(' ')).toContain(words);
});

const paymentOf = (outcome: string): string => outcome.split('/').at(-1) ?? '';

test.each(Object.entries(languages))(
  'the receipt is in “%s” like its page, with refunds, and sets its language for screen readers',
  async (tag, { paper, status, locale }) => {
    const { outcome, ask } = await payWithReceipt(await realDocuments());
    await database.query(
      `INSERT INTO refunds (merchant_id, refund_id, payment_id, created_at, updated_at, amount, currency, status, reference)
       SELECT merchant_id, $2, payment_id, created_at, created_at, 250, 'GBP', 'PROCESSED', 'BACK-1'
       FROM payments WHERE payment_id = $1`,
      [paymentOf(outcome), crypto.randomUUID()],
    );
    const { document, words } = await readPdf(await ask(`${outcome}/receipt`, { 'accept-language': tag }));
    const text = words.join(' ').replaceAll(/\s+/g, ' ');
    const { refundStates, ...labels } = paper;
    const sum = new Intl.NumberFormat(locale, { style: 'currency', currency: 'GBP' }).format(2.5);
    for (const said of [...Object.values(labels), status, refundStates.PROCESSED, `−${sum}`]) {
      expect(text).toContain(said.replaceAll(/\s/g, ' '));
    }
    expect((await document.getMetadata()).info).toMatchObject({ Language: locale });
    if (tag !== 'en') expect(text).not.toMatch(/Receipt|paid|Made|invoice|simulated/);
  },
);

test('money that the bank has sent but that has not arrived is on its way, on the page and on the receipt', async () => {
  const { outcome, ask } = await payWithReceipt(await realDocuments(), 0);
  const statusNow = async () =>
    (
      await database.query<{ status: string }>('SELECT status FROM payments WHERE payment_id = $1', [
        paymentOf(outcome),
      ])
    )[0]?.status;
  for (let passed = 0; passed < 10 && (await statusNow()) !== 'COMPLETED'; passed++) await wait(1);
  const page = await (await ask(outcome)).text();
  expect(page).toContain('On its way to the shop');
  expect(page).not.toContain('Received by the shop');
  const paper = (await readPdf(await ask(`${outcome}/receipt`))).words.join(' ');
  expect(paper).toContain('On its way to the shop');
});

test('a receipt needs both the link and the payment, and does not exist before the payment is made', async () => {
  const { outcome, ask } = await payWithReceipt(noPaper);
  const [link, paymentId] = [outcome.slice(0, outcome.lastIndexOf('/')), outcome.split('/').at(-1)];
  expect(await (await ask(link)).text()).not.toContain('receipt');
  const other = await begin(await makeLink());
  const otherLink = other.outcome.slice(0, other.outcome.lastIndexOf('/'));
  for (const path of [
    `${otherLink}/${paymentId}`,
    `${link}/${ids.nobody}`,
    `${link}/x`,
    `/sandbox/pay/x/${paymentId}`,
  ]) {
    expect((await ask(`${path}/receipt`)).status).toBe(404);
  }
  const early = await ask(`${other.outcome}/receipt`);
  expect([early.status, early.headers.get('location')]).toEqual([303, other.outcome]);
  expect(await (await ask(other.outcome)).text()).not.toContain('receipt');
});

test('there is no receipt when documents are disabled, and a failed one says that the payment is not affected', async () => {
  const broken: Documents = { make: () => Promise.reject(new Error('No PDF')) };
  const { outcome, ask } = await payWithReceipt(broken);
  expect(await read(outcome)).not.toContain('receipt');
  expect((await get(`${outcome}/receipt`)).status).toBe(404);
  const failed = await ask(`${outcome}/receipt`, { 'accept-language': 'pl' });
  expect(failed.status).toBe(500);
  const text = await failed.text();
  expect(text).toContain('Nie ma to wpływu na płatność.');
  expect(text).not.toContain('Nie pobrano');
});

test('one receipt can be requested at most twenty times a minute', async () => {
  const { outcome, ask } = await payWithReceipt(noPaper);
  for (let time = 0; time < 20; time++) expect((await ask(`${outcome}/receipt`)).status).toBe(200);
  expect((await ask(`${outcome}/receipt`)).status).toBe(429);
});

test('every failure reason of the simulated banks has a distinct sentence in every language', () => {
  const reasons = sampleFailures.map(([reason]) => failureOf(reason));
  expect(reasons.filter((failure) => failure === 'UNKNOWN')).toHaveLength(1);
  for (const { failures } of Object.values(languages)) {
    const sentences = Object.values(failures('NatWest'));
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});

test('a failed payment is quoted by the reference that the merchant knows, not by an id', async () => {
  const { bank, outcome } = await begin(await makeLink());
  await post(bank, { decision: 'DECLINE', name: 'Amelia Hughes' });
  const page = await read(outcome);
  expect(page).toContain('<span class="mono">SPRING17</span>');
  expect(page).not.toContain(`<span class="mono">${outcome.split('/').at(-1)}`);
});

test('the simulated bank takes a name of which the last letter that fits consists of two units', async () => {
  const { bank, outcome } = await begin(await makeLink());
  const decided = await post(bank, { decision: 'APPROVE', name: `${'a'.repeat(139)}🙂` });
  expect([decided.status, decided.headers.get('location')]).toEqual([303, outcome]);
});

test('errors are shown as a page in the browser’s language, with a reference number', async () => {
  const missing = await get(`/sandbox/pay/${ids.nobody}`, { 'accept-language': 'es' });
  expect(missing.status).toBe(404);
  const text = await missing.text();
  expect(text).toContain('Este enlace de pago no existe.');
  expect(text).toMatch(/indique este número: <[^>]+>[0-9a-f]+</);
  expect((await post(await makeLink(), { institutionId: 'nowhere' }, { 'accept-language': 'de' })).status).toBe(400);
});

test('fonts are loaded from the API’s own origin only', async () => {
  const pageFonts = await readPageFonts();
  const served = createTestApp(database, { parts: { pageFonts } });
  const page = await (await served.app.request(await makeLink())).text();
  const files = [...page.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? '');
  expect(files).toEqual(['/sandbox/fonts/latin.woff2', '/sandbox/fonts/latin-ext.woff2']);
  for (const file of files) {
    const font = await served.app.request(file);
    expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    expect(new TextDecoder().decode((await font.arrayBuffer()).slice(0, 4))).toBe('wOF2');
  }
});
