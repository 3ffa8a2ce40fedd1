/** Minimum and maximum length in code points (quality, Security). There is no rule about kinds of characters. */
export const passwordLength = { least: 12, most: 128 } as const;

export type PasswordFault = 'TOO_SHORT' | 'TOO_LONG' | 'TOO_COMMON';

export const passwordFaultMessages: Record<PasswordFault, string> = {
  TOO_SHORT: `must have at least ${passwordLength.least} characters`,
  TOO_LONG: `must have at most ${passwordLength.most} characters`,
  TOO_COMMON: 'is too easy to guess',
};

/** Returns everything that is wrong with a new password. It must not be built from the `personal` texts: address, name, company. */
export function passwordFaults(password: string, personal: readonly string[] = []): PasswordFault[] {
  const length = Array.from(password.normalize('NFC')).length;
  return [
    ...(length < passwordLength.least ? (['TOO_SHORT'] as const) : []),
    ...(length > passwordLength.most ? (['TOO_LONG'] as const) : []),
    ...(isCommon(password, personal) ? (['TOO_COMMON'] as const) : []),
  ];
}

// The words in lists of leaked passwords, without years, digits and punctuation.
const commonWords =
  'password passwort motdepasse contrasena passcode passphrase secret secure security login signin logon welcome letmein trustno access admin administrator root master super superman batman spiderman pokemon starwars monkey dragon football baseball basketball soccer hockey liverpool arsenal chelsea barcelona madrid juventus sunshine princess iloveyou loveyou lovely flower summer winter spring autumn january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday shadow michael jennifer jessica charlie thomas daniel jordan michelle ashley andrew joshua robert matthew george hunter buster killer pepper ginger cookie cheese banana orange computer internet server google facebook samsung microsoft windows apple whatever freedom nothing something forever changeme default testing tester test demo guest user username sample example money dollar business company office finance payment payments merchant portal banking volume sandbox qwerty qwertz azerty qwer asdf zxcv qazwsx wsxedc zaqxsw qweasd asdzxc ninja mustang corvette ferrari mercedes yankees cowboys eagles lakers london paris berlin england germany france america canada hello goodbye please thanks mother father brother sister family friend angel baby babygirl lover jesus christ heaven blessed faith abcdef abcd'
    .split(' ')
    .toSorted((a, b) => b.length - a.length);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '!@#$%^&*()',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb',
];

/** True when little remains after removing common and personal words, keyboard rows, sequences and repetitions. */
function isCommon(password: string, personal: readonly string[]): boolean {
  const text = password
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?:19|20)\d\d/g, '');
  if (/^(.{1,5})\1+.{0,2}$/su.test(text)) return true;
  const words = [...personal.flatMap(partsOf), ...commonWords];
  return ['i', 'l'].some((one) => {
    const left = withoutWords(asLetters(withoutRows(text), one), words).replace(/[\s_.-]/g, '');
    return left.length < 6 || new Set(left).size < 4;
  });
}

const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((part) => part.length >= 4);

/** Removes keyboard rows of four or more keys in either direction, and any character repeated three or more times. */
function withoutRows(text: string): string {
  let left = '';
  for (let at = 0; at < text.length;) {
    const length = Math.max(rowLengthAt(text, at), /^(.)\1{2,}/su.exec(text.slice(at))?.[0].length ?? 0);
    if (length === 0) left += text.charAt(at);
    at += Math.max(1, length);
  }
  return left;
}

function rowLengthAt(text: string, at: number): number {
  let longest = 0;
  for (const row of rows.flatMap((keys) => [keys, Array.from(keys).toReversed().join('')])) {
    let length = 4;
    while (at + length <= text.length && row.includes(text.slice(at, at + length)))
      longest = Math.max(longest, length++);
  }
  return longest;
}

const letterOf: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Replaces punctuation and digits by the letters they imitate; `one` is the letter for a 1. */
function asLetters(text: string, one: string): string {
  return Array.from(text, (letter) => (letter === '1' ? one : (letterOf[letter] ?? letter))).join('');
}

function withoutWords(text: string, words: readonly string[]): string {
  let left = text;
  for (const word of words) left = left.replaceAll(asLetters(word, 'l'), '').replaceAll(asLetters(word, 'i'), '');
  return left;
}
