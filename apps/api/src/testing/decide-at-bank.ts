import type { TestApp } from './test-app.ts';

interface Decided {
  status: number;
  location: string;
}

/** Decides as the payer on the page of the bank; `bank` is the path to which the payer was sent. */
export async function decideAtBank(
  api: TestApp,
  bank: string,
  decision: 'APPROVE' | 'DECLINE' = 'APPROVE',
  name = 'Ada Marsh',
): Promise<Decided> {
  const body = new URLSearchParams({ decision, name }).toString();
  const init = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
  if (!api.gateway) return decided(await api.app.request(bank, init));
  const shown = decided(await api.app.request(bank));
  // An attempt that does not wait for its payer leads elsewhere.
  if (!shown.location.startsWith(api.gateway.env['PROVIDER_URL'] ?? '')) return shown;
  const answer = decided(await fetch(shown.location, { ...init, redirect: 'manual' }));
  await api.runDueWork();
  return answer;
}

const decided = ({ status, headers }: Response): Decided => ({ status, location: headers.get('location') ?? '' });
