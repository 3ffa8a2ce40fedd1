import type * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

/** The predicate of a refused value, to stand after its field's name: `must be a number`. */
function describe(issue: Issue): string {
  if (issue.input === undefined && issue.code === 'invalid_type') return 'is required';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be one text, not a list';
      return `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${sizeVerb(issue.origin)} at least ${issue.minimum}${sizeUnit(issue.origin)}`;
    case 'too_big':
      return `must ${sizeVerb(issue.origin)} at most ${issue.maximum}${sizeUnit(issue.origin)}`;
    case 'unrecognized_keys':
      return `does not take ${issue.keys.map((key) => `'${key.slice(0, 50)}'`).join(', ')}`;
    default:
      return 'is not valid';
  }
}

const withArticle = (type: string): string =>
  type === 'string' ? 'text' : type === 'int' ? 'a whole number' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
const sizeVerb = (origin: string): string => (origin === 'string' || origin === 'array' ? 'have' : 'be');
const sizeUnit = (origin: string): string =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';

/** Reads a wire value into its inner form, or says in one sentence which field is wrong and how. */
export function decode(
  schema: z.ZodMiniType,
  value: unknown,
  whole: string,
): { value: unknown } | { sentence: string } {
  const read = schema.safeParse(value, { error: describe });
  if (read.success) return { value: read.data };
  const issue = closest(read.error.issues[0]);
  return { sentence: issue ? `${fieldName(issue.path, whole)} ${issue.message}` : `${whole} is not valid` };
}

/** Of the shapes a value may have, the one it misses by least says what is wrong. */
function closest(issue: z.core.$ZodIssue | undefined): z.core.$ZodIssue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const [least = []] = issue.errors.toSorted((a, b) => a.length - b.length);
  const [inner] = least;
  return inner ? { ...inner, path: [...issue.path, ...inner.path] } : issue;
}

function fieldName(path: readonly PropertyKey[], whole: string): string {
  if (path.length === 0) return whole;
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at ? '.' : ''}${String(step)}`)).join('');
}
