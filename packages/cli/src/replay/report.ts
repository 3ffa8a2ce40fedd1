import { plain, type Terminal } from '#core/terminal.ts';
import { count } from './count.ts';
import { type Complaint, rules, type Verdict } from './findings.ts';
import type { Answer } from './send.ts';

export interface Run {
  target: string;
  seed: number;
  events: number;
  requests: number;
  verdicts: readonly Verdict[];
  ended: string | null;
}

const words = { kept: 'ok', broken: 'BROKEN', 'not checked': 'skipped' } as const;
/** The most requests that are printed for one rule; the others show the same. */
const mostShown = 2;

export function printReport({ print }: Terminal, run: Run): void {
  print(
    `${count(run.events, 'event')}, ${count(run.requests, 'request')} to ${run.target}. The same again: --seed ${run.seed}`,
  );
  print('');
  for (const { rule, result, sentence } of run.verdicts)
    print(`${words[result].padEnd(7)}  ${rules[rule].padEnd(15)}  ${plain(sentence)}`);
  for (const { rule, complaints } of run.verdicts)
    for (const complaint of complaints.slice(0, mostShown)) printComplaint(print, run.target, rules[rule], complaint);
}

function printComplaint(print: Terminal['print'], target: string, rule: string, complaint: Complaint): void {
  const { sentence, advice, request, answer, states } = complaint;
  print('');
  print(`${rule}: ${plain(sentence)}`);
  print(`What to do: ${advice}`);
  print(`  ${request.method} ${target}`);
  for (const { name, value } of withoutSecrets(request.headers)) print(`  ${plain(name)}: ${plain(value)}`);
  print('');
  print(`  ${plain(request.body)}`);
  print('');
  for (const line of sayWhole(answer)) print(`  ${line}`);
  if (states) {
    print(`  --check-url before: ${plain(states.before.slice(0, 500))}`);
    print(`  --check-url after:  ${plain(states.after.slice(0, 500))}`);
  }
}

function sayWhole(answer: Answer): string[] {
  if (answer.kind !== 'answered') return [`No answer after ${answer.took} ms: ${plain(answer.reason)}`];
  const { status, took, body } = answer;
  return [`Answer: ${status} after ${took} ms`, ...(body === '' ? [] : [plain(body.slice(0, 500))])];
}

const secrets = new Set(['authorization', 'x-signature', 'webhook-signature']);

/** Signatures are of real events, so the report has only their beginnings. */
const withoutSecrets = (headers: Complaint['request']['headers']) =>
  headers.map(({ name, value }) => ({ name, value: secrets.has(name) ? `${value.slice(0, 20)}…` : value }));

/** For scripts. */
export const toJson = ({ verdicts, ...run }: Run): string =>
  JSON.stringify(
    {
      ...run,
      rules: verdicts.map(({ complaints, ...verdict }) => ({
        ...verdict,
        complaints: complaints.map(({ request, ...complaint }) => ({
          ...complaint,
          request: { method: request.method, headers: withoutSecrets(request.headers), body: request.body },
        })),
      })),
    },
    null,
    2,
  );
