import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type SignIn = { role: string; email: string; password: string; totpSecret?: string; situation: string };

/** Writes the sample sign-ins into the data folder, for this user's eyes, and answers the file's path. */
export function writeSignIns(dataDir: string, signIns: readonly SignIn[]): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sign-ins.json');
  writeFileSync(path, `${JSON.stringify(signIns, null, 2)}\n`, { mode: 0o600 });
  return path;
}

/** The sample sign-ins as a table of text, columns padded. */
export function signInTable(signIns: readonly SignIn[]): string {
  const head = ['Role', 'Email', 'Password', 'Situation'];
  const rows = signIns.map(({ role, email, password, situation, totpSecret }) => [
    role,
    email,
    password,
    totpSecret ? `${situation} (secret ${totpSecret})` : situation,
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd();
  return [head, widths.map((width) => '─'.repeat(width)), ...rows].map(line).join('\n');
}
