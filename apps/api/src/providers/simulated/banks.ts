import type { Queries } from '#database/database.ts';
import { sql } from '#database/sql.ts';

type Row = readonly [
  institutionId: string,
  name: string,
  fullName: string,
  country: 'GB' | 'IE' | 'DE' | 'FR' | 'ES' | 'NL' | 'PT' | 'IT',
  sortCode?: string,
];

const rows: readonly Row[] = [
  ['natwest', 'NatWest', 'National Westminster Bank', 'GB', '60-16-13'],
  ['barclays', 'Barclays', 'Barclays Bank UK', 'GB', '20-45-53'],
  ['hsbc', 'HSBC', 'HSBC UK Bank', 'GB', '40-02-50'],
  ['lloyds', 'Lloyds', 'Lloyds Bank', 'GB', '30-98-97'],
  ['monzo', 'Monzo', 'Monzo Bank', 'GB', '04-00-04'],
  ['starling', 'Starling', 'Starling Bank', 'GB', '60-83-71'],
  ['santander-uk', 'Santander', 'Santander UK', 'GB', '09-01-28'],
  ['nationwide', 'Nationwide', 'Nationwide Building Society', 'GB', '07-04-36'],
  ['halifax', 'Halifax', 'Halifax, a division of Bank of Scotland', 'GB', '11-06-80'],
  ['rbs', 'RBS', 'Royal Bank of Scotland', 'GB', '83-06-08'],
  ['tsb', 'TSB', 'TSB Bank', 'GB', '77-48-14'],
  ['revolut', 'Revolut', 'Revolut', 'GB', '04-29-09'],
  ['metro', 'Metro Bank', 'Metro Bank', 'GB', '23-05-80'],
  ['aib', 'AIB', 'Allied Irish Banks', 'IE'],
  ['bank-of-ireland', 'Bank of Ireland', 'Bank of Ireland', 'IE'],
  ['n26', 'N26', 'N26 Bank', 'DE'],
  ['deutsche-bank', 'Deutsche Bank', 'Deutsche Bank', 'DE'],
  ['commerzbank', 'Commerzbank', 'Commerzbank', 'DE'],
  ['bnp-paribas', 'BNP Paribas', 'BNP Paribas', 'FR'],
  ['credit-agricole', 'Crédit Agricole', 'Crédit Agricole', 'FR'],
  ['bbva', 'BBVA', 'Banco Bilbao Vizcaya Argentaria', 'ES'],
  ['caixabank', 'CaixaBank', 'CaixaBank', 'ES'],
  ['ing', 'ING', 'ING Bank', 'NL'],
  ['bunq', 'bunq', 'bunq', 'NL'],
  ['millennium-bcp', 'Millennium BCP', 'Banco Comercial Português', 'PT'],
  ['intesa', 'Intesa Sanpaolo', 'Intesa Sanpaolo', 'IT'],
];

const countries = {
  GB: 'United Kingdom',
  IE: 'Ireland',
  DE: 'Germany',
  FR: 'France',
  ES: 'Spain',
  NL: 'Netherlands',
  PT: 'Portugal',
  IT: 'Italy',
} as const;

/** Banks for shoppers where banks are simulated; `sortCode` only for those in the United Kingdom. */
export const simulatedBanks = rows.map(([institutionId, name, fullName, country, sortCode]) => ({
  institutionId,
  name,
  fullName,
  country,
  sortCode: sortCode ?? null,
  countries: [{ displayName: countries[country], countryCode2: country }],
  currencies: country === 'GB' ? ['GBP'] : ['EUR'],
}));

/** Adds the missing simulated banks and leaves the others unchanged. Safe for instances that start at the same time. */
export async function writeSimulatedBanks({ query }: Queries): Promise<void> {
  const banks = simulatedBanks.map(({ institutionId, fullName, name, countries: of, currencies }) => ({
    institution_id: institutionId,
    name,
    full_name: fullName,
    countries: of,
    currencies,
  }));
  await query(
    sql`INSERT INTO institutions (institution_id, name, full_name, countries, currencies, environment_type)
      SELECT institution_id, name, full_name, countries, currencies, 'SANDBOX'
      FROM jsonb_populate_recordset(NULL::institutions, ${JSON.stringify(banks)}::jsonb)
      ON CONFLICT (institution_id) DO NOTHING`,
  );
}
