import { Problem } from '#core/problem.ts';

/** The value of a body in JSON; 400 for another text, and for an object with a name twice. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, 'body must be valid JSON');
  }
  const name = repeatedName(text);
  if (name !== undefined) throw new Problem(400, `body has '${name.slice(0, 50)}' twice`);
  return value;
}

/** A name that an object in this valid JSON has twice: readers differ in which of its values they take. */
function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, quoted, colon] of json.matchAll(/[{}]|("(?:[^"\\]|\\.)*")(\s*:)?/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    if (quoted === undefined || colon === undefined) continue;
    const name = String(JSON.parse(quoted));
    if (open.at(-1)?.has(name)) return name;
    open.at(-1)?.add(name);
  }
  return undefined;
}
