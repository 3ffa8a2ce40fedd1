import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IDBObjectStore as FDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import type { KeptWork } from '#features/reconciliation/kept/work-database.ts';
import { workDatabase } from '#platform/session/forget-work.ts';
import { clearSession, tabKeys, writeSession } from '#platform/session/session.ts';
import {
  account,
  counts,
  exported,
  give,
  iban,
  open,
  payment,
  prepareReconcilePage,
  scope,
  setPayments,
  signInAs,
} from './open-reconcile-page.tsx';

prepareReconcilePage();

const statement = `Account,${iban}
Date,Name,Reference,Amount
21/11/2026,Ada Smith,INV-1,12.50
21/11/2026,Greta Sander,BOUQUET,77.01
22/11/2026,Nobody we know,RENT,84.21
`;
const usualPayments = [
  payment('p1', '12.50', 'Ada Smith', 'INV-1'),
  payment('p2', '77.01', 'Greta Sander', 'ORDER-2'),
  payment('p3', '80.00', 'Hugo Weiss', 'ORDER-3'),
];

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve) => {
    const request = indexedDB.open(workDatabase);
    request.onsuccess = () => resolve(request.result);
  });
}
interface Raw {
  files: { place: string; data: ArrayBuffer }[];
  work: KeptWork[];
}
/** Everything in the database, after `change` was stored. */
async function raw(change: (stores: Record<keyof Raw, IDBObjectStore>, found: Raw) => void = () => undefined) {
  const database = await openDatabase();
  const found: Raw = { files: [], work: [] };
  if (database.objectStoreNames.length > 0)
    await new Promise<void>((resolve) => {
      const transaction = database.transaction(['files', 'work'], 'readwrite');
      transaction.oncomplete = () => resolve();
      const [files, work] = [transaction.objectStore('files'), transaction.objectStore('work')];
      files.getAll().onsuccess = ({ target }) => (found.files = (target as IDBRequest<Raw['files']>).result);
      work.getAll().onsuccess = ({ target }) => {
        found.work = (target as IDBRequest<KeptWork[]>).result;
        change({ files, work }, found);
      };
    });
  database.close();
  return found;
}
const savedTimes = async () => (await raw()).work.map(({ revision }) => revision).join();

/** Waits until nothing is being written: then leaving asks for no confirmation. */
const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }));
const untilKept = () => waitFor(() => expect(isAsked()).toBe(false));

/** The page with an accepted proposal, a match by hand and a note. */
async function work(): Promise<void> {
  setPayments(...usualPayments);
  open('look');
  await give(statement);
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Choose line 2/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Accept 1' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 2', 'To review 0', 'Only at the bank 1', 'Only in Volume 1']));
  await untilKept();
}
async function addNote(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: /^Add a note on line/ }));
  await userEvent.type(screen.getByLabelText(/^Note on line/), 'Asked the landlord');
}
function reload(...where: Parameters<typeof open>): void {
  cleanup();
  open(...where);
}
const isRestored = () => screen.findByText(/^Restored from \d\d:\d\d UTC$/);
const isFresh = async () => {
  await screen.findByText('Drop a bank statement here');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText(/Restored from/)).toBeNull();
};

test('after a reload the work is restored, matched again, and the page says so', async () => {
  await work();
  reload('bank');
  await isRestored();
  await addNote();
  await userEvent.click(screen.getByRole('button', { name: /^Search by hand/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Match with ORDER-3' }));
  await waitFor(() => expect(counts()).toEqual(['Matched 3', 'To review 0', 'Only at the bank 0', 'Only in Volume 0']));
  await untilKept();
  setPayments(...usualPayments, payment('p4', '5.00', 'Late Comer', 'ORDER-4'));
  reload('bank');
  await isRestored();
  expect(counts()).toEqual(['Matched 3', 'To review 0', 'Only at the bank 0', 'Only in Volume 1']);
  expect(document.body.textContent).toContain('bank.csv');
  expect(document.body.textContent).not.toContain('changed');
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear and start again' }));
  await isFresh();
  await waitFor(async () => expect(await raw()).toEqual({ files: [], work: [] }));
});

test('restores the view, the reason and the selection', async () => {
  setPayments(...usualPayments);
  open('look');
  await give(statement);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'name');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Choose line 2/ }));
  await untilKept();
  reload('');
  await isRestored();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' }).value).toBe('name');
  expect(screen.getByText(/^1 selected/)).not.toBeNull();
  cleanup();
  open('bank');
  await isRestored();
  await addNote();
  await untilKept();
  reload('');
  await isRestored();
  expect(screen.getByDisplayValue('Asked the landlord')).not.toBeNull();
});

test('nothing of the statement can be read in the browser’s storage', async () => {
  await work();
  reload('bank');
  await isRestored();
  await addNote();
  await untilKept();
  const { files, work: kept } = await raw();
  expect([files.length, kept.length]).toEqual([1, 1]);
  const stored = [
    ...[...files, ...kept].map(({ data }) => Buffer.from(data).toString('latin1')),
    JSON.stringify([...files, ...kept], (key, value: unknown) => (key === 'data' ? undefined : value)),
    JSON.stringify({ ...localStorage, ...sessionStorage }),
  ].join('\n');
  const secrets = [
    'Ada',
    'Smith',
    'Greta',
    'Nobody',
    'RENT',
    'BOUQUET',
    '12.50',
    '7701',
    '84.21',
    iban,
    'landlord',
    'bank.csv',
    'accepted',
  ];
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  expect(Buffer.from(files[0]!.data).length).toBeGreaterThan(statement.length);
});

test.each([
  ['has another amount', payment('p2', '77.02', 'Greta Sander', 'ORDER-2')],
  ['is gone', ''],
])('shows an accepted match whose payment %s after the reload, until it is decided again', async (_, changed) => {
  await work();
  setPayments(usualPayments[0]!, changed, usualPayments[2]!);
  reload('bank');
  await isRestored();
  expect(counts()[0]).toBe('Matched 1');
  expect(document.body.textContent).toContain('One line that you matched has changed since then');
  expect(screen.getAllByText('Changed since matched')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Search by hand for line 2' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Match with ORDER-3' }));
  await waitFor(() => expect(counts()[0]).toBe('Matched 2'));
  expect(document.body.textContent).not.toContain('changed since then');
});

test.each<[string, () => Promise<unknown> | void]>([
  ['the key of the tab is gone', () => sessionStorage.removeItem(tabKeys.work)],
  [
    'the key of the tab is another',
    () => {
      const { tab } = JSON.parse(sessionStorage.getItem(tabKeys.work)!) as { tab: string };
      sessionStorage.setItem(tabKeys.work, JSON.stringify({ tab, key: btoa('k'.repeat(32)) }));
    },
  ],
  ['the key of the tab is garbage', () => sessionStorage.setItem(tabKeys.work, '{"tab":"x","key":"%"}')],
  [
    'it is of an old version of the format',
    () => raw(({ work: store }, { work: [kept] }) => void store.put({ ...kept, version: 0 })),
  ],
  ['its file was not written', () => raw(({ files }) => void files.clear())],
  ['what the user did was not written', () => raw(({ work: store }) => void store.clear())],
  [
    'it was written by half',
    () => raw(({ work: store }, { work: [kept] }) => void store.put({ ...kept, data: kept!.data.slice(9) })),
  ],
  [
    'it is of yesterday',
    () => raw(({ work: store }, { work: [kept] }) => void store.put({ ...kept, savedAt: Date.now() - 86_400_001 })),
  ],
  ['it was another user’s', () => signInAs('v')],
])('starts afresh, without an error, when %s', async (_, change) => {
  await work();
  await change();
  reload();
  await isFresh();
  await give(statement);
  await waitFor(() => expect(counts()).toEqual(['Matched 1', 'To review 1', 'Only at the bank 1', 'Only in Volume 1']));
});

test('deletes work of any user that is older than a day', async () => {
  await work();
  await raw(({ work: store, files }, { work: [kept], files: [file] }) => {
    store.put({ ...kept, place: 'another tab', savedAt: Date.now() - 86_400_001 });
    files.put({ ...file, place: 'another tab' });
  });
  reload();
  await isRestored();
  expect((await raw()).files.map(({ place }) => place)).not.toContain('another tab');
});

test('the page of another merchant shows nothing of it, and stores its own work separately', async () => {
  await work();
  const other = { ...scope, merchantId: '018cc778-5000-7fb8-ab33-00000000a009' };
  reload('bank', [account], other);
  await isFresh();
  await give(statement);
  await waitFor(() => expect(counts()[0]).toBe('Matched 1'));
  await untilKept();
  reload();
  await isRestored();
  expect(counts()[0]).toBe('Matched 2');
});

test.each<[string, () => void]>([
  ['the user signs out', () => clearSession()],
  [
    'somebody signs in',
    () => writeSession({ accessToken: localStorage.getItem('v_accessToken_v1')!, email: 'e' } as never),
  ],
])('deletes everything when %s, also what is being written', async (_, end) => {
  await work();
  open('bank');
  await isRestored();
  await addNote();
  end();
  await waitFor(async () => expect(await raw()).toEqual({ files: [], work: [] }));
  expect(sessionStorage.getItem(tabKeys.work)).toBeNull();
});

test('a 401 in the middle of restoring ends the session and deletes everything', async () => {
  await work();
  exported['payments/export'] = '401';
  reload();
  await waitFor(() => expect(localStorage.getItem('v_accessToken_v1')).toBeNull());
  await waitFor(async () => expect(await raw()).toEqual({ files: [], work: [] }));
});

test('payments that cannot be loaded can be tried again, and the work is still there', async () => {
  await work();
  exported['payments/export'] = '';
  reload();
  expect((await screen.findByRole('alert')).textContent).toContain('Your work on bank.csv is still kept in this tab.');
  setPayments(...usualPayments);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await isRestored();
  expect(counts()[0]).toBe('Matched 2');
});

test('a copied tab stores its work separately from the first one’s', async () => {
  await work();
  const key = sessionStorage.getItem(tabKeys.work);
  // The first tab writes.
  await raw(({ work: store }, { work: [kept] }) => void store.put({ ...kept, revision: 'of the first tab' }));
  const before = await savedTimes();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await untilKept();
  const { work: kept, files } = await raw();
  expect([kept.length, files.length]).toEqual([2, 2]);
  expect(kept.map(({ revision }) => revision)).toContain(before);
  expect(sessionStorage.getItem(tabKeys.work)).not.toBe(key);
  reload();
  await isRestored();
  expect(counts()[0]).toBe('Matched 1');
});

test.each<[string, () => void]>([
  ['there is no database', () => vi.stubGlobal('indexedDB', undefined)],
  [
    'the database does not open',
    () =>
      vi.stubGlobal('indexedDB', {
        open: () => {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
  [
    'the disk is full',
    () => {
      vi.spyOn(FDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    },
  ],
  [
    'the session storage is full',
    () => {
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    },
  ],
])('says that the work is lost, and asks before leaving, where %s', async (_, block) => {
  block();
  setPayments(...usualPayments);
  open('bank');
  await give(statement);
  expect(await screen.findByText('Your work can’t be kept in this browser')).not.toBeNull();
  expect(isAsked()).toBe(true);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
  await userEvent.click(screen.getByRole('button', { name: 'Finish and clear' }));
  expect(isAsked()).toBe(false);
  vi.restoreAllMocks();
});
