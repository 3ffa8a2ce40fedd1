import { Problem } from '#http/problem.ts';

const mostBytes = 8 * 1024;

/** The fields of a small form; 413 when it is larger than a form of ours can be, 415 when it is none. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new Problem(415, 'This page takes its own form only.');
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge();
  const text = await request.text();
  if (text.length > mostBytes) throw tooLarge();
  const form = new URLSearchParams(text);
  const isHostile = [...form.values()].some((value) => /[\u0000-\u001f\u007f]/.test(value) || !value.isWellFormed());
  if (isHostile) throw new Problem(400, 'The form holds a character that is not allowed.');
  return form;
}

function tooLarge(): Problem {
  return new Problem(413, 'The form is too large.');
}
