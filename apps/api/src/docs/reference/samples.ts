import type { AnyEndpoint } from '@volume/contract/endpoint.ts';
import { docsOf } from '@volume/contract/docs.ts';
import { applicationIdHeader, apiKeyHeader, mediaType, stepUpHeader } from '@volume/contract/headers.ts';
import { exampleBody } from '#docs/example-body.ts';
import { parameterSchema } from '#docs/json-schema.ts';
import { takesApiKeys } from '#docs/takes-api-keys.ts';
import { ownHeadersOf, takesBasicCredentials } from '#docs/own-headers.ts';

/** A command that makes a call; the reader exports its variables (`$NAME`) first. */
export interface Sample {
  source: string;
  /** The values to enter by hand before it can run; null when it runs as shown. */
  needs: string | null;
}

/** Variables that the reader exports; a sample with any other variable cannot run. */
const exported = new Set(
  `APPLICATION_ID APPLICATION_SECRET KEY IDEMPOTENCY_KEY MERCHANT_ID MERCHANT_PAYMENT_ID EMAIL PASSWORD NEW_EMAIL
  NEW_PASSWORD TOKEN ADMIN_TOKEN STEP_UP_TOKEN SESSION_ID USER_ID PAYMENT_ID PAYMENT_INTENT_ID PAYOUT_PAYMENT_ID
  BENEFICIARY_ID DELIVERY_ID QUOTE_ID USER_CODE PAY_IN_ACCOUNT_ID FROM_PAY_IN_ACCOUNT_ID TO_PAY_IN_ACCOUNT_ID`.split(
    /\s+/,
  ),
);

export function sampleOf(endpoint: AnyEndpoint, baseUrl: string): Sample {
  const { method, path, body, version } = endpoint;
  const headers = [
    `accept: ${endpoint.produces === 'json' ? mediaType(version) : '*/*'}`,
    ...proofOf(endpoint),
    ...ownHeadersOf(endpoint)
      .filter(({ isRequired, name }) => isRequired || (name === stepUpHeader && !takesApiKeys(endpoint.access)))
      .map((header) => `${header.name}: $${header.type === 'UUID' ? 'IDEMPOTENCY_KEY' : 'STEP_UP_TOKEN'}`),
    ...(body ? [`content-type: ${mediaType(version)}`] : []),
  ];
  const lines = [
    `curl${['events', 'parts'].includes(endpoint.produces) ? ' --no-buffer' : ''}${method === 'GET' ? '' : ` -X ${method}`} "${baseUrl}/api/${inShell(path)}${queryOf(endpoint)}"`,
    ...(takesBasicCredentials(endpoint) ? ['-u "$SIGN_UP_EMAIL:$SIGN_UP_PASSWORD"'] : []),
    ...headers.map((header) => `-H "${header}"`),
    ...(body ? ['-d @- <<JSON'] : []),
  ];
  const command = [lines.join(' \\\n  '), ...(body ? [bodyOf(endpoint), 'JSON'] : [])].join('\n');
  const unknown = [...command.matchAll(/\$([A-Z_]+)/g)].map(([, of = '']) => of).filter((of) => !exported.has(of));
  const needs = docsOf(endpoint).sampleNeeds ?? (unknown.length > 0 ? unknown.join(', ') : null);
  return { source: needs === null ? command : `# It needs ${needs}.\n${command}`, needs };
}

function proofOf(endpoint: AnyEndpoint): string[] {
  const { access } = endpoint;
  if (access.kind === 'public') return [];
  if (takesApiKeys(access)) return [`${applicationIdHeader}: $APPLICATION_ID`, `${apiKeyHeader}: $APPLICATION_SECRET`];
  return [`authorization: Bearer $${access.kind === 'admin' ? 'ADMIN_TOKEN' : 'TOKEN'}`];
}

/** `{paymentId}` as a shell variable: `$PAYMENT_ID`. */
const inShell = (path: string): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${variable(name)}`);

const variable = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

function queryOf({ query }: AnyEndpoint): string {
  const required = query ? (parameterSchema(query).required ?? []) : [];
  return required.length === 0
    ? ''
    : `?${required.map((name) => `${name}=${usual[name] ?? `$${variable(name)}`}`).join('&')}`;
}

/** Values that every deployment accepts. */
const usual: Record<string, string> = { month: '2026-10', currency: 'GBP' };

/** Fields of a body that only the reader knows. */
const ownFields = new Set([
  'applicationId',
  'merchantId',
  'quoteId',
  'userCode',
  'payInAccountId',
  'fromPayInAccountId',
  'toPayInAccountId',
  'email',
  'password',
]);

function bodyOf(endpoint: AnyEndpoint): string {
  const text = JSON.stringify(
    exampleBody(endpoint),
    (name, value: unknown) => {
      if (!ownFields.has(name)) return value;
      const own = `$${variable(named(endpoint, name))}`;
      return typeof value === 'number' ? `#${own}` : own;
    },
    2,
  );
  // Numbers have no quotes.
  return text.replaceAll(/"#(\$\w+)"/g, '$1');
}

/** Fields with another meaning in some calls. */
function named({ name }: AnyEndpoint, field: string): string {
  if (field === 'password' && name === 'changePassword') return 'newPassword';
  if (field === 'email' && (name === 'createAccount' || name === 'createMerchant')) return 'newEmail';
  return field;
}
