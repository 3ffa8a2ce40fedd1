import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '#scripts/start-app.ts';

/** A user of the sample data who can move money. */
export function readSignIn(instance: RunningApp): { email: string; password: string } {
  const people = JSON.parse(readFileSync(join(instance.dataDir, 'sign-ins.json'), 'utf8')) as {
    role: string;
    email: string;
    password: string;
  }[];
  const person = people.find(({ role }) => role === 'MERCHANT_EDITOR');
  if (!person) throw new Error('The sample world has no MERCHANT_EDITOR.');
  return person;
}
