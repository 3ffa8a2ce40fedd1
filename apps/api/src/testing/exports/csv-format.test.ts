import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { endpoints } from '@volume/contract/endpoints.ts';
import { mediaType } from '@volume/contract/headers.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#database/database.ts';
import { openPeople } from '#testing/open-people.ts';
import { seedAccount } from '#testing/seed-money.ts';
import { ids } from '#testing/seed-people.ts';
import { signInAs } from '#testing/sign-in-as.ts';
import { createTestApp, type TestApp } from '#testing/test-app.ts';

const own = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const bulkJobId = '01900000-0000-7000-8000-0000000000b1';
const paymentId = '01900000-0000-7000-8000-0000000000b2';
const params = { ...own, payInAccountId: '1', bulkJobId };

let database: Database;
let app: TestApp;

beforeAll(async () => {
  database = await openPeople();
  app = createTestApp(database);
  await seedAccount(app.services, { ...own, payInAccountId: 1, currency: 'GBP' });
  await database.query(
    `INSERT INTO bulk_jobs (merchant_id, bulk_job_id, application_id, kind, state, user_account_id, created_by, created_at)
     VALUES ($1, $2, $3, 'REFUND', 'PREPARED', $4, 'x', $5)`,
    [ids.harbour, bulkJobId, ids.harbourShop, ids.nobody, app.services.clock.now()],
  );
  await database.query(
    `INSERT INTO payments (merchant_id, payment_id, application_id, created_at, updated_at, amount, currency, status, type,
       is_to_virtual_account, is_new_payment, is_payer_checked, reference)
     VALUES ($1, $2, $3, $4, $4, 125005, 'GBP', 'COMPLETED', 'VOLUME', false, false, false, 'Café; "one", two')`,
    [ids.harbour, paymentId, ids.harbourShop, app.services.clock.now()],
  );
});
afterAll(() => database.close());

const exports = Object.values<AnyEndpoint>(endpoints).filter(({ produces }) => produces === 'csv');
/** Parameters without which an export is refused. */
const required: Record<string, string> = {
  exportFees: 'month=2026-11&currency=GBP&',
  exportAllFees: 'month=2026-11&',
};
const mark = '\uFEFF';

/** The status and the text of an export with its byte order mark, which `Response.text()` would remove. */
async function callExport(endpoint: AnyEndpoint, query: string): Promise<{ status: number; text: string }> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: keyof typeof params) => params[name]);
  const token = await signInAs(app, endpoint.access.kind === 'admin' ? 'admin' : 'merchantadmin');
  const type: Record<string, string> = endpoint.body ? { 'content-type': mediaType(endpoint.version) } : {};
  const response = await app.app.request(`/sandbox/api/${path}?${required[endpoint.name] ?? ''}${query}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, ...type },
    ...(endpoint.body ? { body: JSON.stringify({ ids: [paymentId] }) } : {}),
  });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  return { status: response.status, text };
}

test.each(exports.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s writes plain RFC 4180 unless asked for semicolons and the mark that Excel needs',
  async (_, endpoint) => {
    const plain = await callExport(endpoint, '');
    const excel = await callExport(endpoint, 'separator=SEMICOLON&decimalMark=COMMA&byteOrderMark=true');
    expect([plain.status, excel.status]).toEqual([200, 200]);
    const [plainHeader = '', excelHeader = ''] = [plain, excel].map(({ text }) => text.split('\r\n')[0]);
    expect(plainHeader).toMatch(/^[\w ()]+(,[\w ()]+)+$/);
    expect(excel.text.split(mark)).toHaveLength(2);
    expect(excelHeader).toBe(`${mark}${plainHeader.replaceAll(',', ';')}`);
    expect((await callExport(endpoint, 'separator=TAB')).status).toBe(400);
  },
);

test.each([
  ['', ',1250.05,0.00,0.00,', ',"Café; ""one"", two",'],
  ['separator=SEMICOLON', ';1250.05;0.00;0.00;', ';"Café; ""one"", two";'],
  ['separator=SEMICOLON&decimalMark=COMMA', ';1250,05;0,00;0,00;', ';"Café; ""one"", two";'],
  ['decimalMark=COMMA', ',"1250,05","0,00","0,00",', ',"Café; ""one"", two",'],
])('with %j amounts and texts keep their cells', async (query, amounts, reference) => {
  const { text } = await callExport(exportPayIns, query);
  const [, line] = text.split('\r\n');
  expect(line).toContain(amounts);
  expect(line).toContain(reference);
});
