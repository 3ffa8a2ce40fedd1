import type { RiskCategory } from '@volume/contract/pay-ins.ts';
import { foldText } from '#database/fold-text.ts';

/** How alike two names are, 0 to 100, whatever the order of their words, accents and case. */
export function scoreName(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)];
  const left = [...second];
  const shared = first.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  const all = first.length + second.length;
  return all === 0 ? 0 : Math.round((200 * shared) / all);
}

/** Neighbouring letters within words, the words' edges included. */
function pairsOf(name: string): string[] {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '').flatMap((word) => pairsOfLetters(Array.from(` ${word} `)));
}

function pairsOfLetters(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The risk a score stands for (contract §4): NA when there was no name to compare. */
export function riskOf(score: number | null): RiskCategory {
  if (score === null) return 'NA';
  return score >= 80 ? 'LOW' : score >= 50 ? 'MEDIUM' : 'HIGH';
}
