import type { MerchantDraftContent } from '@volume/contract/merchants/create-merchant.ts';
import type { RefusalMessage } from '#platform/writes/refusal-message.ts';
import type { Step } from './new-merchant-search.ts';

export interface Reason {
  text: string;
  /** The step that can change it; undefined when none can. */
  step: Step | undefined;
  /** The account whose bank has another name: `0.1` is the second account of the first application. */
  doubted?: string;
}

const accountPath = /^applications\[(\d+)\]\.accounts\[(\d+)\]\.(\S+) (.+)$/;
const asks = /: correct it, or set acceptsName to true\.?$/;

/** Every reason of a refused creation, one for each line of the message. */
export function reasonsOf({ message, fault }: RefusalMessage, content: MerchantDraftContent): Reason[] {
  return message
    .split('\n')
    .filter(Boolean)
    .map((line, at) => toReason(line, at === 0 ? fault?.field : undefined, content));
}

function toReason(line: string, field: string | undefined, content: MerchantDraftContent): Reason {
  // The first line has lost the field's name: the refusal names the field separately.
  const path = field ?? line.slice(0, line.indexOf(' '));
  const account = accountPath.exec(`${path} ${line.replace(/^\S+ /, '')}`);
  if (account) return ofAccount(account, line, content);
  const step = stepOf(path);
  const text = labels[path] === undefined ? line : `${labels[path]} ${predicateOf(line, path)}`;
  return { text: endSentence(text.replace('LARGEST_AMOUNT, which is ', '')), step };
}

function ofAccount(
  [, application = '', account = '', field = '']: string[],
  line: string,
  content: MerchantDraftContent,
): Reason {
  const given = content.applications[Number(application)];
  const currency = given?.accounts[Number(account)]?.currency ?? '';
  const where = `${given?.applicationName.trim() ?? ''}, ${currency}`;
  const isDoubt = asks.test(line);
  const nameAtBank = /, which has (.+)$/.exec(line.replace(asks, ''))?.[1];
  if (isDoubt) {
    const known = nameAtBank === undefined ? '' : `: it has ${nameAtBank}`;
    const text = `${where}: the bank does not confirm the account holder’s name${known}. Correct it, or confirm that you have checked it.`;
    return { text, step: 'applications', doubted: `${application}.${account}` };
  }
  if (field === 'virtualAt') {
    const text = `${where}: this environment has no account provider yet. Choose the merchant’s own bank account.`;
    return { text, step: 'applications' };
  }
  const step = field.startsWith('address') ? 'company' : 'applications';
  return { text: endSentence(`${where}: ${line.replace(/^applications\S+ /, '')}`), step };
}

const labels: Record<string, string> = {
  companyName: 'The legal name',
  'firstUser.email': 'The first user’s email address',
  'limits.largestAmount': 'The largest amount',
};

/** The reason without the name that its line begins with: the wire's name, or “The company name”. */
const predicateOf = (line: string, path: string): string =>
  line.startsWith(`${path} `) ? line.slice(path.length + 1) : (/\b(?:is|must|has|can) .*$/s.exec(line)?.[0] ?? line);

const endSentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

function stepOf(path: string): Step | undefined {
  if (/^(companyName|email)$/.test(path)) return 'company';
  if (path.startsWith('applications')) return 'applications';
  if (/^(paymentFlatFee|limits)/.test(path)) return 'terms';
  return path.startsWith('firstUser') ? 'user' : undefined;
}
