import type { Random } from './random.ts';

export interface Person {
  name: string;
  /** The spelling of a bank that lacks the letters of the name. */
  abroad?: string | undefined;
}

const firstNames =
  'Priya Amelia Oliver Isla Callum Maya Zoe Noah Ethan Grace Freya Harry Leo Ada Omar Chloe Aisha Ben'.split(' ');
const lastNames =
  'Raghunathan Smith Okafor Whitfield Hughes Patel Fraser Ahmed Novak Byrne Clarke Donnelly Ellis Foster Grant Iqbal Jennings Kapoor Lowe Marsh'.split(
    ' ',
  );

const abroad: readonly (readonly [string, string])[] = [
  ['Jürgen Müller', 'JUERGEN MUELLER'],
  ['Łukasz Wiśniewski', 'LUKASZ WISNIEWSKI'],
  ['François Lefèvre', 'FRANCOIS LEFEVRE'],
  ['José Núñez', 'JOSE NUNEZ'],
  ['Søren Ødegård', 'SOREN ODEGARD'],
  ['Zoë Çelik', 'ZOE CELIK'],
  ['Jörg Weiß', 'JOERG WEISS'],
  ['Agnieszka Żółtowska', 'AGNIESZKA ZOLTOWSKA'],
  ['Björn Sjöström', 'BJORN SJOSTROM'],
  ['Анна Петрова', 'ANNA PETROVA'],
  ['Γιώργος Παππάς', 'GIORGOS PAPPAS'],
  ['Renée Bélanger', 'RENEE BELANGER'],
  ['Dvořák Ondřej', 'ONDREJ DVORAK'],
  ['Nguyễn Thị Hương', 'NGUYEN THI HUONG'],
];

/** Several hundred people, many with the same surname or non-English letters; some thousands for a large statement. */
export function createPeople(random: Random, lines: number): Person[] {
  const doubled = lines > 20_000 ? lastNames : [];
  const plain = firstNames.flatMap((first) => lastNames.map((last) => ({ name: `${first} ${last}` })));
  const foreign = abroad.flatMap(([name, there]) =>
    lastNames.slice(0, 6).map((last) => ({ name: `${name} ${last}`, abroad: `${there} ${last.toUpperCase()}` })),
  );
  const double = firstNames.flatMap((first) =>
    lastNames.flatMap((last) => doubled.map((other) => ({ name: `${first} ${other} ${last}` }))),
  );
  return [...plain, ...foreign, ...double].toSorted(() => random.next() - 0.5);
}

/** In capitals, truncated after eighteen letters, with an initial, or with the surname first. */
export function spellAtBank(random: Random, name: string): string {
  const [first = '', ...rest] = name.split(' ');
  const last = rest.join(' ');
  return random.pick([
    name.toUpperCase(),
    name.toUpperCase().slice(0, 18),
    `${first[0]} ${last}`.toUpperCase(),
    `${last} ${first}`.toUpperCase(),
    name,
  ]);
}

export const spellAbroad = (random: Random, { name, abroad: there = name }: Person): string =>
  random.pick([there, there.toLowerCase(), there.slice(0, 18)]);
