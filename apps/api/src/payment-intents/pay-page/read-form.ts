import { Problem } from '#core/problem.ts';
import { readText } from '#http/reading/read-text.ts';

const mostBytes = 8 * 1024;

/** The fields of a small form; 413 when it is larger than a form of ours can be, 415 when it is none. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem(415, 'This page only accepts its own form.');
  const form = new URLSearchParams(await readText(request, mostBytes));
  const isHostile = [...form.values()].some((value) => /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed());
  if (isHostile) throw new Problem(400, 'The form holds a character that is not allowed.');
  return form;
}
