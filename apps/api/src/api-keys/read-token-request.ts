import { Problem } from '#core/problem.ts';

/** A refusal that RFC 6749 names. */
export class OAuthRefusal extends Problem {
  readonly error: string;

  constructor(error: string, message: string, status = 400) {
    super(status, message);
    this.error = error;
  }
}

interface TokenRequest {
  applicationId: string;
  secret: string;
  /** Null for all scopes of the key. */
  scopes: string[] | null;
}

/** The client id is that of the application, and the client secret one of its keys. */
export function readTokenRequest(headers: Headers, body: string): TokenRequest {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(headers.get('content-type') ?? ''))
    throw invalid('The body must be application/x-www-form-urlencoded.');
  const form = new URLSearchParams(body);
  for (const name of new Set(form.keys()))
    if (form.getAll(name).length > 1) throw invalid('A parameter is in the body twice.');
  const grant = form.get('grant_type');
  if (!grant) throw invalid('grant_type is missing.');
  if (grant !== 'client_credentials')
    throw new OAuthRefusal('unsupported_grant_type', 'grant_type must be client_credentials.');
  const scopes = form.get('scope')?.split(' ').filter(Boolean) ?? [];
  return { ...clientOf(headers, form), scopes: scopes.length === 0 ? null : [...new Set(scopes)] };
}

const invalid = (message: string) => new OAuthRefusal('invalid_request', message);

function clientOf(headers: Headers, form: URLSearchParams): Pick<TokenRequest, 'applicationId' | 'secret'> {
  const header = headers.get('authorization');
  const [applicationId, secret] = [form.get('client_id'), form.get('client_secret')];
  if (header === null) {
    if (!applicationId || !secret) throw noClient('Send client_id and client_secret, in the body or by Basic.');
    return { applicationId, secret };
  }
  if (secret !== null) throw invalid('Send the client secret once: in the body, or in the header.');
  const client = readBasic(header);
  if (!client) throw noClient('The header must be Basic, with client_id:client_secret in base64.');
  if (applicationId !== null && applicationId !== client.applicationId)
    throw invalid('client_id is another one in the body than in the header.');
  return client;
}

const noClient = (message: string) => new OAuthRefusal('invalid_client', message, 401);

/** Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(header: string): Pick<TokenRequest, 'applicationId' | 'secret'> | null {
  try {
    const [applicationId = '', ...rest] = atob(/^Basic +([\w+/=-]+)$/i.exec(header.trim())?.[1] ?? '').split(':');
    const secret = decodeURIComponent(rest.join(':').replaceAll('+', ' '));
    return applicationId === '' || secret === '' ? null : { applicationId: decodeURIComponent(applicationId), secret };
  } catch {
    return null;
  }
}
