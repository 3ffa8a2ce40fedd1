import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { compiled } from '#testing/compiled.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'audit-'));
beforeAll(async () => (await connect({ dataDir })).close());
afterAll(() => rmSync(dataDir, { recursive: true }));

function audit(folder: string) {
  const { DATABASE_URL: _, ...surroundings } = process.env;
  const command = [compiled('node/commands/admin'), 'audit'];
  const env = { ...surroundings, DATA_DIR: folder };
  return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8', env });
}

test('audit succeeds when all rules hold, and otherwise exits with 1 and names the rule', async () => {
  const whole = audit(dataDir);
  expect([whole.status, whole.stdout], whole.stderr).toEqual([0, expect.stringContaining('The books hold')]);
  const database = await connect({ dataDir });
  const transferId = crypto.randomUUID();
  await database.query(
    `INSERT INTO ledger_transfers (merchant_id, transfer_id, kind, at) VALUES ($1, $2, 'FEE', now())`,
    [crypto.randomUUID(), transferId],
  );
  await database.close();
  const broken = audit(dataDir);
  expect(broken.status).toBe(1);
  expect(broken.stdout).toContain('✗ every transfer has legs: 1 rows do not');
  expect(broken.stdout).toContain(transferId);
}, 120_000);

test('audit creates no database where there is none', () => {
  const nothing = audit(join(dataDir, 'nowhere'));
  expect([nothing.status, nothing.stderr]).toEqual([1, expect.stringContaining('There is no database in')]);
}, 60_000);
