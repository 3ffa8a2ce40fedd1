import { Problem } from '#core/problem.ts';
import { refuseAnnounced, readText } from './read-text.ts';

/** Largest body taken, in bytes (quality, Security). */
export const maxBodyBytes = 256 * 1024;
const maxDepth = 32;
const jsonTypes = /^application\/(json|vnd\.volume\.v\d+\.\d+\+json)\s*(;\s*charset="?utf-8"?\s*)?$/i;
// Tab, line feed and carriage return may stand in a text; nothing else below space may.
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** The JSON value of a body: 413 when too large, 415 when it is not JSON by its type, 400 when it cannot be read. */
export async function readBody(request: Request): Promise<unknown> {
  refuseAnnounced(request, maxBodyBytes);
  const type = request.headers.get('content-type');
  if (type !== null && !jsonTypes.test(type)) {
    throw new Problem(415, 'The body must be application/json or application/vnd.volume.v0.7+json.');
  }
  const text = await readText(request, maxBodyBytes);
  if (text.trim() === '') throw new Problem(400, 'body is required');
  if (type === null) throw new Problem(415, 'The content-type header must say application/json.');
  const value = parse(text);
  refuseHostileText(value, '', 0);
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'body must be valid JSON');
  }
}

function refuseHostileText(value: unknown, field: string, depth: number): void {
  if (depth > maxDepth) throw new Problem(400, 'body is nested too deeply');
  if (typeof value === 'string') {
    if (control.test(value) || !value.isWellFormed()) {
      throw new Problem(400, `${field || 'body'} holds a character that is not allowed`);
    }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) refuseHostileText(item, `${field}[${at}]`, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseHostileText(key, 'a field name of the body', depth);
      refuseHostileText(item, field ? `${field}.${key}` : key, depth + 1);
    }
  }
}
