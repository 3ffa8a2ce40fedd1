import { samplePassword } from '#api/sample-data/catalogue/sample-sign-ins.ts';
import { type Answer, insiderAddress, send as sendFrom, type Sent } from '#proofs/abuse/attacking-client.ts';

/** A signed-in user who attacks. */
export interface Insider {
  headers: Record<string, string>;
  merchantId: string;
  applicationIds: string[];
  /** Creates a payment link; null when it is rejected. */
  link: (amount: number) => Promise<string | null>;
  /** Pays the link at the simulated bank; returns the last status. */
  pay: (paymentIntentId: string) => Promise<number>;
}

const api = '/sandbox/api';
/** Makes a call as the insider. */
export const sendInside = (port: number, path: string, sent: Sent = {}): Promise<Answer> =>
  sendFrom(port, path, { ...sent, localAddress: insiderAddress });
export const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Signs in, steps up when required, and finds the resources to misuse. */
export async function signInInsider(port: number, email: string): Promise<Insider> {
  const body = JSON.stringify({ email, password: samplePassword });
  const answer = await sendInside(port, `${api}/accounts/sign-in`, { method: 'POST', body });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.body}`);
  const signedIn = JSON.parse(answer.body) as { accessToken: string };
  const bearer = { authorization: `Bearer ${signedIn.accessToken}` };
  const proof = await sendInside(port, `${api}/accounts/self/step-up`, {
    method: 'POST',
    headers: bearer,
    body: JSON.stringify({ password: samplePassword }),
  });
  const { stepUpToken = '' } = JSON.parse(proof.body || '{}') as { stepUpToken?: string };
  const headers = { ...bearer, 'x-step-up': stepUpToken };
  const claims = JSON.parse(Buffer.from(signedIn.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    merchantId: string;
  };
  const merchant = JSON.parse((await sendInside(port, `${api}/merchants/${claims.merchantId}`, { headers })).body) as {
    applications: { applicationId: string }[];
  };
  const applicationIds = merchant.applications.map(({ applicationId }) => applicationId);
  return {
    headers,
    merchantId: claims.merchantId,
    applicationIds,
    link: (amount) => makeLink(port, headers, { applicationId: applicationIds[0] ?? '', amount }),
    pay: (id) => payLink(port, id),
  };
}

async function makeLink(
  port: number,
  headers: Record<string, string>,
  { applicationId, amount }: { applicationId: string; amount: number },
): Promise<string | null> {
  const paymentRequest = { amount, currency: 'GBP', reference: 'LARGE' };
  const made = await sendInside(port, `${api}/paymentintents/link`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ applicationId, merchantPaymentId: crypto.randomUUID(), paymentRequest }),
  });
  if (made.status !== 200) return null;
  return (JSON.parse(made.body) as { paymentIntentId: string }).paymentIntentId;
}

/** The first bank on the page of a link. */
export async function findBank(port: number, paymentIntentId: string): Promise<string> {
  const page = await sendInside(port, `/sandbox/pay/${paymentIntentId}`);
  return /name="institutionId" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
}

async function payLink(port: number, paymentIntentId: string): Promise<number> {
  const institutionId = await findBank(port, paymentIntentId);
  const chosen = await sendInside(port, `/sandbox/pay/${paymentIntentId}`, {
    method: 'POST',
    headers: form,
    body: new URLSearchParams({ institutionId, name: 'Amelia' }).toString(),
  });
  const bank = chosen.headers.location;
  if (bank === undefined) return chosen.status;
  const approved = new URLSearchParams({ decision: 'APPROVE', name: 'Amelia' }).toString();
  return (await sendInside(port, bank, { method: 'POST', headers: form, body: approved })).status;
}
