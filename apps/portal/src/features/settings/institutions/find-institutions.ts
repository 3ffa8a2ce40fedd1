import type { Institution } from '@volume/contract/institutions.ts';

export interface Country {
  code: string;
  name: string;
  institutions: Institution[];
}

/** Letters as they are compared: without case and accents. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The institutions whose names or id hold every word, in one country or all. */
export function findInstitutions(
  institutions: readonly Institution[],
  { search = '', country }: { search?: string | undefined; country?: string | undefined },
): Institution[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return institutions.filter(({ institutionId, name, fullName, countries }) => {
    if (country !== undefined && !countries.some(({ countryCode2 }) => countryCode2 === country)) return false;
    const text = fold(`${name} ${fullName} ${institutionId}`);
    return words.every((word) => text.includes(word));
  });
}

/** Institutions under their first country, the country with most of them first. */
export function byCountry(institutions: readonly Institution[]): Country[] {
  const groups = new Map<string, Country>();
  for (const institution of institutions) {
    const { countryCode2: code, displayName: name } = institution.countries[0] ?? unknown;
    const group = groups.get(code) ?? { code, name, institutions: [] };
    group.institutions.push(institution);
    groups.set(code, group);
  }
  return [...groups.values()].toSorted(
    (a, b) => b.institutions.length - a.institutions.length || a.name.localeCompare(b.name),
  );
}

const unknown = { countryCode2: '', displayName: 'Other countries' };

/** Every country any institution is in, by name. */
export function countriesOf(institutions: readonly Institution[]): { code: string; name: string }[] {
  const names = new Map(
    institutions.flatMap(({ countries }) =>
      countries.map(({ countryCode2, displayName }) => [countryCode2, displayName]),
    ),
  );
  return [...names].map(([code, name]) => ({ code, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}
