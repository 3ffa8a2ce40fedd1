// Separate from the schemas, so that a page that only parses its address loads no schemas.

/** OFF is hidden on pay pages. FAILING is offered, but many of its payments failed in the last 24 hours. */
export const bankStates = ['WORKING', 'FAILING', 'OFF'] as const;
export type BankState = (typeof bankStates)[number];

/** A bank with at least this number of ended payments is FAILING when the share of paid ones is below the second number (percent). */
export const fewestForFailing = 20;
export const leastSuccess = 80;

/** The countries that a bank can have, by ISO 3166 code: the United Kingdom and the European Economic Area. */
export const countryNames = {
  AT: 'Austria',
  BE: 'Belgium',
  BG: 'Bulgaria',
  HR: 'Croatia',
  CY: 'Cyprus',
  CZ: 'Czechia',
  DK: 'Denmark',
  EE: 'Estonia',
  FI: 'Finland',
  FR: 'France',
  DE: 'Germany',
  GR: 'Greece',
  HU: 'Hungary',
  IS: 'Iceland',
  IE: 'Ireland',
  IT: 'Italy',
  LV: 'Latvia',
  LI: 'Liechtenstein',
  LT: 'Lithuania',
  LU: 'Luxembourg',
  MT: 'Malta',
  NL: 'Netherlands',
  NO: 'Norway',
  PL: 'Poland',
  PT: 'Portugal',
  RO: 'Romania',
  SK: 'Slovakia',
  SI: 'Slovenia',
  ES: 'Spain',
  SE: 'Sweden',
  GB: 'United Kingdom',
} as const;
export type CountryCode = keyof typeof countryNames;
export const countryCodes = Object.keys(countryNames) as [CountryCode, ...CountryCode[]];
