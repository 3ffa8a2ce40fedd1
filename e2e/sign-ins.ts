import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePeople } from '#api/sample-data/catalogue/sample-sign-ins.ts';

export interface SampleSignIn {
  role: string;
  email: string;
  password: string;
  totpSecret?: string;
  situation?: string;
}

function readSignIns(): SampleSignIn[] {
  const folder = process.env['DATA_DIR'] ?? '.data';
  return JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8')) as SampleSignIn[];
}

/** The first sample user of a role without a second factor. Throws an Error that names the role. */
export function findByRole(role: string): SampleSignIn {
  const isPlain = (signIn: SampleSignIn): boolean => !signIn.totpSecret && !/code|refused/.test(signIn.situation ?? '');
  const found = readSignIns().find((signIn) => signIn.role === role && isPlain(signIn));
  if (!found) throw new Error(`The sample world has no sign-in for ${role}.`);
  return found;
}

/** The sample user in this situation, by a part of its description. Throws an Error that names the situation. */
export function findBySituation(words: string): SampleSignIn {
  const found = readSignIns().find(({ situation }) => situation?.includes(words));
  if (!found) throw new Error(`The sample world has no sign-in in the situation "${words}".`);
  return found;
}

/** The name of a sample user, as pages call them. Throws an Error for others. */
export function nameOf({ email }: Pick<SampleSignIn, 'email'>): string {
  const person = samplePeople.find((each) => each.email === email);
  if (!person) throw new Error(`The sample world has nobody with the address ${email}.`);
  return person.name;
}
