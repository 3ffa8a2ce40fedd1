import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { csvAmount } from '@volume/contract/lists/csv.ts';
import { exportPayIns } from '@volume/contract/pay-ins/pay-ins.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pagedCsv, streamed } from '#lists/export/csv-source.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { setPreference } from '#platform/preferences.ts';
import { sessionKeys } from '#platform/session/session.ts';
import { putSettings } from '#platform/testing/sample-settings.ts';
import { ExportButton } from './export-button.tsx';

let saved: { name: string; text: Promise<string>; bytes: Promise<Uint8Array> }[];
let capabilities: { status: number; body: unknown };
let answer: (url: URL, signal: AbortSignal) => Response;
let asked: URL[];

beforeEach(() => {
  putSettings();
  localStorage.setItem(sessionKeys.token, 'the-token');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  saved = [];
  asked = [];
  capabilities = { status: 200, body: ['GET payments/export'] };
  const blobs = new Map<string, Blob>();
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => (blobs.set(`blob:${blobs.size}`, blob), `blob:${blobs.size - 1}`),
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, text: textOf(blob), bytes: bytesOf(blob) });
  });
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    const url = new URL(target);
    const { status, body } = capabilities;
    if (url.pathname.endsWith('/capabilities')) return new Response(JSON.stringify(body), { status });
    asked.push(url);
    return answer(url, init.signal!);
  });
});
afterEach(() => {
  cleanup();
  setPreference('zone', 'utc');
  setPreference('csvSeparator', 'COMMA');
  setPreference('csvDecimalMark', 'POINT');
  setPreference('isCsvForExcel', false);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bytesOf = (blob: Blob) =>
  new Promise<Uint8Array>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });
const textOf = async (blob: Blob) => new TextDecoder().decode(await bytesOf(blob));

const show = (total?: number) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportButton
        name="pay-ins"
        days={{ from: '2026-10-22', to: '2026-11-21' }}
        source={streamed(exportPayIns, { query: { currencies: ['EUR'] } })}
        total={total}
      />
    </QueryClientProvider>,
  );
const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Export' }));

/** A stream that stays open until the test ends it. */
function slowStream(first: string, signal: AbortSignal) {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  controller.enqueue(new TextEncoder().encode(first));
  signal.addEventListener('abort', () => controller.error(signal.reason));
  return { response: new Response(body), break: () => controller.error(new TypeError('network error')) };
}

test('is disabled with a reason when there are no rows', async () => {
  show(0);
  await press();
  expect(asked).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Export', description: 'There is nothing to export' })).not.toBeNull();
});

test('saves the filtered rows under a name with range and zone, who made it and when', async () => {
  answer = () => new Response('Created (UTC),Payer\r\n1,"two\nlines"\r\n2,x\r\n');
  show();
  await press();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^pay-ins_2026-10-22_2026-11-21_UTC_by-.*\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  expect(await saved[0]?.text).toBe('Created (UTC),Payer\r\n1,"two\nlines"\r\n2,x\r\n');
  expect(asked[0]?.searchParams.get('currencies')).toBe('EUR');
  expect(asked[0]?.searchParams.get('zone')).toBe('UTC');
});

test('asks for the format that was chosen next to the button, and remembers it for every file', async () => {
  answer = () => new Response('head\r\n1\r\n');
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Format of CSV files' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Excel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Semicolon' }));
  await userEvent.click(screen.getByRole('button', { name: '12,50' }));
  await userEvent.keyboard('{Escape}');
  await press();
  await waitFor(() => expect(saved).toHaveLength(1));
  const query = Object.fromEntries(asked[0]?.searchParams ?? []);
  expect(query).toMatchObject({ separator: 'SEMICOLON', decimalMark: 'COMMA', byteOrderMark: 'true' });
  expect(JSON.parse(localStorage.getItem('v_preferences_v1') ?? '')).toMatchObject({
    csvSeparator: 'SEMICOLON',
    csvDecimalMark: 'COMMA',
    isCsvForExcel: true,
  });
});

test('a file made from pages has the chosen format too', async () => {
  setPreference('csvSeparator', 'SEMICOLON');
  setPreference('csvDecimalMark', 'COMMA');
  setPreference('isCsvForExcel', true);
  const source = pagedCsv({
    columns: [
      { header: 'Name', cell: (name: string) => name },
      { header: 'Amount', cell: () => csvAmount(1250) },
    ],
    rowKey: (name) => name,
    readPage: async () => ({ rows: ['a;b'], isLast: true }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportButton name="links" source={source} />
    </QueryClientProvider>,
  );
  await press();
  await waitFor(() => expect(saved).toHaveLength(1));
  // Reading the text removes the mark.
  expect(await saved[0]?.text).toBe('Name;Amount\r\n"a;b";12,50\r\n');
  expect((await saved[0]?.bytes)?.subarray(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});

test('shows the rows so far and the total, ignores a second click, and leaves nothing behind when cancelled', async () => {
  answer = (_, signal) => slowStream('head\r\n1\r\n2\r\n3', signal).response;
  show(4312);
  await press();
  await screen.findByText('2 of 4,312 rows');
  expect(screen.getByRole('status').textContent).toBe('Exporting 4,312 rows');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the export' }));
  await screen.findByRole('button', { name: 'Export' });
  expect(screen.getByRole('status').textContent).toBe('Export cancelled');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).toEqual([]);
});

test('shows a refusal or a broken stream in place, saves nothing, and can be retried', async () => {
  const refusal = { statusCode: 403, statusName: 'FORBIDDEN', errorMessage: 'Not for you', source: 'VOLUME' };
  answer = () => new Response(JSON.stringify({ ...refusal, traceId: '0123456789abcdef' }), { status: 403 });
  show();
  await press();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Not for you');
  expect(alert.textContent).toContain('0123456789abcdef');
  answer = (_, signal) => {
    const { response, break: end } = slowStream('head\r\n1\r\n', signal);
    queueMicrotask(end);
    return response;
  };
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The server did not respond'));
  expect(saved).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test("shows the server's message about too many exports once and does not retry by itself", async () => {
  const errorMessage = 'You have 2 exports running. Nothing was exported. Try again when one has finished.';
  const refusal = { statusCode: 429, statusName: 'TOO_MANY_REQUESTS', errorMessage, source: 'VOLUME' };
  const body = JSON.stringify({ ...refusal, traceId: '0123456789abcdef' });
  answer = () => new Response(body, { status: 429, headers: { 'retry-after': '10' } });
  show();
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain(errorMessage);
  expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeNull();
  expect(asked).toHaveLength(1);
  expect(saved).toEqual([]);
});

test.each([404, 401, 403, 405])(
  'is hidden where the deployment lacks the endpoint; status %d for the capabilities ends no session',
  async (status) => {
    capabilities = { status, body: {} };
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    await waitFor(() => expect(logged).toHaveBeenCalledOnce());
    expect(screen.queryByRole('button')).toBeNull();
    expect(localStorage.getItem(sessionKeys.token)).toBe('the-token');
  },
);

test('writes to the chosen file in chunks; choosing none is not an error', async () => {
  const written: string[] = [];
  const decoder = new TextDecoder();
  const write = async (piece: Uint8Array) => void written.push(decoder.decode(piece));
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  const picker = vi.fn<() => Promise<unknown>>();
  vi.stubGlobal('showSaveFilePicker', picker);
  answer = () => new Response('head\r\n1\r\n');
  show();
  picker.mockRejectedValueOnce(new DOMException('no', 'AbortError'));
  await press();
  await waitFor(() => expect(picker).toHaveBeenCalledOnce());
  expect(asked).toEqual([]);
  picker.mockResolvedValueOnce({ createWritable: async () => ({ write, close }) });
  await press();
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(written.join('')).toBe('head\r\n1\r\n');
  expect(saved).toEqual([]);
});

test('reads a list without an export endpoint by its pages, with times in the chosen zone', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Asia/Kathmandu' } as never);
  setPreference('zone', 'local');
  const source = pagedCsv({
    columns: [
      { header: 'Created', isTime: true, cell: () => '2026-01-01T20:00:00.000' },
      { header: 'Name', cell: (name: string) => name },
    ],
    rowKey: (name) => name,
    readPage: async () => ({ rows: ['a', 'b', '=c'], isLast: true }),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ExportButton name="links" source={source} />
    </QueryClientProvider>,
  );
  await press();
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^links_Asia-Kathmandu_by-.*\.csv$/);
  const at = '2026-01-02T01:45:00.000+05:45';
  expect(await saved[0]?.text).toBe(`Created (Asia/Kathmandu),Name\r\n${at},a\r\n${at},b\r\n${at},'=c\r\n`);
});

describe('a list that changes while its pages are read', () => {
  const row = (number: number) => `row ${number}`;
  /** Exports a paged list, with `change` called before each page is read. */
  async function exportList(count: number, change: (rows: string[], call: number) => void, most = 100) {
    const rows = Array.from({ length: count }, (_, number) => row(number));
    let calls = 0;
    const source = pagedCsv({
      columns: [{ header: 'Name', cell: (name: string) => name }],
      rowKey: (name) => name,
      readPage: async ({ page, size }) => {
        change(rows, calls++);
        const [taken, start] = [Math.min(size, most), page * Math.min(size, most)];
        return { rows: rows.slice(start, start + taken), isLast: start + taken >= rows.length };
      },
    });
    render(
      <QueryClientProvider client={createQueryClient()}>
        <ExportButton name="links" source={source} />
      </QueryClientProvider>,
    );
    await press();
    await waitFor(() => expect(saved).toHaveLength(1));
    const [, ...lines] = ((await saved[0]?.text) ?? '').trimEnd().split('\r\n');
    return { lines, stayed: rows, calls };
  }
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

  test('has every row once, in few more calls than pages, while nothing changes', async () => {
    const { lines, calls } = await exportList(2_345, () => undefined);
    expect(lines).toEqual(numbers(0, 2_345));
    expect(calls).toBeLessThan(30);
  });

  test('has every remaining row exactly once, while rows leave and others arrive', async () => {
    const { lines, stayed } = await exportList(500, (rows, call) => {
      if (call === 0) return;
      rows.splice(10, 7);
      rows.unshift(row(10_000 + call), row(20_000 + call));
    });
    expect(new Set(lines).size).toBe(lines.length);
    const missing = stayed.filter((name) => Number(name.slice(4)) < 10_000 && !lines.includes(name));
    expect(missing).toEqual([]);
  });

  test('has every remaining row when more rows leave at a time than a page has', async () => {
    const { lines, stayed } = await exportList(600, (rows, call) => void (call === 3 && rows.splice(0, 250)));
    expect(stayed.filter((name) => !lines.includes(name))).toEqual([]);
  });

  test.each([20, 50])('has every row when the API returns at most %d rows per page', async (most) => {
    const { lines } = await exportList(120, () => undefined, most);
    expect(lines).toEqual(numbers(0, 120));
  });
});
