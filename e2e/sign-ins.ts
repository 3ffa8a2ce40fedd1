import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SampleSignIn {
  role: string;
  email: string;
  password: string;
  totpSecret?: string;
  situation?: string;
}

/** The sample sign-ins the app wrote when it made its world. */
export function readSignIns(): SampleSignIn[] {
  const folder = process.env['DATA_DIR'] ?? '.data';
  return JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
}

/** The first sign-in that fits. Throws an Error naming what was looked for. */
export function findSignIn(isWanted: (signIn: SampleSignIn) => boolean, what: string): SampleSignIn {
  const found = readSignIns().find(isWanted);
  if (!found) throw new Error(`The sample world has no sign-in for ${what}.`);
  return found;
}
