import type { Outgoing } from '#webhooks/forward.ts';
import type { Answer } from './send.ts';

/** The rules of a good receiver, in the order of the report. */
export const rules = {
  answers: 'Answers in time',
  verifies: 'Verifies',
  idempotent: 'Idempotent',
  'order-proof': 'Order-proof',
  'unknown-types': 'Unknown types',
  'catches-up': 'Catches up',
} as const;
export type Rule = keyof typeof rules;
const ruleNames = Object.keys(rules) as Rule[];

/** One request that proves that a rule is broken. */
export interface Complaint {
  /** What the server did. */
  sentence: string;
  /** What to do about it. */
  advice: string;
  request: Outgoing;
  answer: Answer;
  /** The responses of --check-url before and after it. */
  states?: { before: string; after: string };
}

export interface Verdict {
  rule: Rule;
  result: 'kept' | 'broken' | 'not checked';
  /** The observation, or the reason why there is none. */
  sentence: string;
  complaints: Complaint[];
}

export interface Findings {
  complain: (rule: Rule, complaint: Complaint) => void;
  /** The rule was tried, with this result if nothing was wrong. */
  tried: (rule: Rule, sentence: string) => void;
  /** Why the rule could not be tried. */
  skipped: (rule: Rule, sentence: string) => void;
  isBroken: (rule: Rule) => boolean;
  verdicts: () => Verdict[];
}

export function createFindings(): Findings {
  const complaints = new Map<Rule, Complaint[]>();
  const seen = new Map<Rule, Pick<Verdict, 'result' | 'sentence'>>();
  const complaintsOf = (rule: Rule) => complaints.get(rule) ?? [];
  return {
    complain: (rule, complaint) => void complaints.set(rule, [...complaintsOf(rule), complaint]),
    tried: (rule, sentence) => void seen.set(rule, { result: 'kept', sentence }),
    skipped: (rule, sentence) => void seen.set(rule, { result: 'not checked', sentence }),
    isBroken: (rule) => complaintsOf(rule).length > 0,
    verdicts: () =>
      ruleNames.map((rule) => {
        const found = complaintsOf(rule);
        const { result, sentence } = seen.get(rule) ?? {
          result: 'not checked',
          sentence: 'The run ended before it was tried.',
        };
        const [first] = found;
        if (!first) return { rule, result, sentence, complaints: [] };
        const more = found.length === 1 ? '' : ` Seen ${found.length} times.`;
        return { rule, result: 'broken', sentence: `${first.sentence}${more}`, complaints: found };
      }),
  };
}
