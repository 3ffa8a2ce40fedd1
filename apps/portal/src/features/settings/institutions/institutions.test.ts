import type { Institution } from '@volume/contract/institutions/institutions.ts';
import { describe, expect, test } from 'vitest';
import { findChange, readChosen, toSaved, withSwitched } from './institution-choice.tsx';
import { byCountry, listCountries, findInstitutions } from './institution-list.tsx';
import { readInstitutionSearch } from './institution-search.ts';

const institution = (institutionId: string, name: string, ...codes: string[]): Institution => ({
  institutionId,
  name,
  fullName: `${name} Bank`,
  countries: codes.map((code) => ({ countryCode2: code, displayName: `Land of ${code}` })),
  currencies: ['EUR'],
  environmentType: 'SANDBOX',
});
const all = [
  institution('monzo', 'Monzo', 'GB'),
  institution('credit-agricole', 'Crédit Agricole', 'FR', 'IT'),
  institution('aib', 'AIB', 'GB', 'IE'),
  institution('nowhere', 'Nowhere'),
];
const idsOf = (found: readonly Institution[]) => found.map(({ institutionId }) => institutionId);

describe('finding institutions', () => {
  test('matches all words, whatever the case, accents and order', () => {
    expect(idsOf(findInstitutions(all, { search: ' AGRI credit ' }))).toEqual(['credit-agricole']);
    expect(idsOf(findInstitutions(all, { search: 'bank' }))).toHaveLength(4);
    expect(findInstitutions(all, { search: 'monzo paris' })).toEqual([]);
  });
  test('finds those of a country, including those that are also in others', () => {
    expect(idsOf(findInstitutions(all, { country: 'IE' }))).toEqual(['aib']);
    expect(idsOf(findInstitutions(all, { country: 'IT', search: 'cre' }))).toEqual(['credit-agricole']);
  });
  test('groups each institution once, the largest country first, and those of no country last', () => {
    expect(byCountry(all).map(({ code, institutions }) => [code, idsOf(institutions)])).toEqual([
      ['GB', ['monzo', 'aib']],
      ['FR', ['credit-agricole']],
      ['', ['nowhere']],
    ]);
    expect(listCountries(all).map(({ code }) => code)).toEqual(['FR', 'GB', 'IE', 'IT']);
  });
  test.each([{ search: ['a', 'b'], country: 7 }, { search: '', country: '' }, {}])('reads %j as no filter', (given) => {
    expect(readInstitutionSearch(given)).toEqual({ search: undefined, country: undefined });
  });
});

describe('choosing institutions', () => {
  test('reads the empty list as all, and saves all as the empty list', () => {
    expect([...readChosen([], all)]).toEqual(idsOf(all));
    expect(toSaved(readChosen([], all), all)).toEqual([]);
    expect(toSaved(new Set(['aib', 'monzo']), all)).toEqual(['monzo', 'aib']);
  });
  test('neither shows a removed institution as a change nor saves it again', () => {
    const chosen = readChosen(['monzo', 'closed-bank'], all);
    expect(findChange(chosen, chosen, all)).toEqual({ added: [], removed: [] });
    expect(toSaved(chosen, all)).toEqual(['monzo']);
  });
  test('switching an institution on and off again is not a change', () => {
    const before = readChosen(['monzo'], all);
    const after = withSwitched(before, ['aib', 'monzo'], true);
    expect(idsOf(findChange(before, after, all).added)).toEqual(['aib']);
    expect(findChange(before, withSwitched(after, ['aib'], false), all)).toEqual({ added: [], removed: [] });
    expect([...before]).toEqual(['monzo']);
  });
});
