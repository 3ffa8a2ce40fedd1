/** Replaces values that are not stored. */
export const notStored = '…';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuid.test(text);

/** Ids, numbers, times and upper-case words, also comma-separated. Keys, tokens and names do not match. */
const harmless = [
  uuid,
  /^-?\d{1,15}(\.\d{1,6})?$/,
  /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?Z?)?$/,
  /^[A-Z_]{1,40}(,[A-Z_]{1,40})*$/,
  /^(true|false|(createdAt|amount),(asc|desc))$/,
];
export const isHarmless = (text: string): boolean =>
  text.length <= 200 && harmless.some((pattern) => pattern.test(text));

const longRun = /[\w+/=-]{24,}/g;

/** The text without anything that could be a key, a token or a signature: long words that are not ids, and the given secret. */
export function scrub(text: string, secret: string): string {
  const plain = secret === '' ? text : text.replaceAll(secret, notStored);
  return plain.replaceAll(longRun, (run) => {
    const isPath = run.includes('/') && !(/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run));
    return isUuid(run) || isPath ? run : notStored;
  });
}

/** The sentence of a refusal. Quoted parts of the call are kept only if they are a single word. */
export function harmlessSentence(message: string, secret: string): string {
  const plain = message.replaceAll(/'([^']*)'/g, (whole, quoted: string) =>
    /^[A-Za-z]\w{0,39}$/.test(quoted) ? whole : `'${notStored}'`,
  );
  return scrub(plain, secret).slice(0, 300);
}

const knownType =
  /^(\*\/\*|(application|text)\/(\*|json|plain|problem\+json|vnd\.volume\.v\d+\.\d+\+json|x-www-form-urlencoded))(; ?charset="?utf-8"?)?$/i;
const mediaTypes = (text: string): string =>
  text
    .split(/, ?/)
    .map((type) => (knownType.test(type) ? type : notStored))
    .slice(0, 5)
    .join(', ');

/** The headers that are stored, and how much of their values. */
const storedHeaders: Record<string, (value: string, secret: string) => string> = {
  accept: mediaTypes,
  'content-type': mediaTypes,
  'idempotency-key': (value) => (isUuid(value) ? value : notStored),
  'user-agent': (value, secret) => scrub(value, secret).slice(0, 200),
};

export function harmlessHeaders(headers: Headers, secret: string): { name: string; value: string }[] {
  return Object.entries(storedHeaders).flatMap(([name, keep]) => {
    const value = headers.get(name);
    return value === null ? [] : [{ name, value: keep(value, secret) }];
  });
}

/** The fields of a body whose values are stored. */
const storedFields: ReadonlySet<string> = new Set([
  'applicationId',
  'paymentRequest',
  'payInAccountId',
  'amount',
  'currency',
  'reference',
  'merchantPaymentId',
  'attemptMode',
  'expiresAtUtc',
  'refundPaymentAmount',
  'refundPaymentReference',
  'refundReason',
  'beneficiaryId',
]);
/** Fields that can name a person. The log only shows that they were sent. */
const namedFields: ReadonlySet<string> = new Set([
  'customerIntentDescription',
  'merchantIntentDescription',
  'metadata',
  'refundReasonNote',
]);

const longestText = 140;

/** A body as JSON with the values of known fields; null when it was not a JSON object. */
export function harmlessBody(body: unknown, secret: string): string | null {
  return isObject(body) ? JSON.stringify(keepFields(body, secret)) : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keepFields(body: Record<string, unknown>, secret: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (namedFields.has(name)) return [[name, value === null ? null : notStored]];
      return storedFields.has(name) ? [[name, keepValue(value, secret, name === 'paymentRequest')]] : [];
    }),
  );
}

function keepValue(value: unknown, secret: string, isNested: boolean): unknown {
  if (isNested && isObject(value)) {
    const { paymentRequest: _deeper, ...fields } = value;
    return keepFields(fields, secret);
  }
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  return typeof value === 'string' ? scrub(value, secret).slice(0, longestText) : notStored;
}
