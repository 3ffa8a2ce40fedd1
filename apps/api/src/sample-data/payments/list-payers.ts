import { foldText } from '#database/fold-text.ts';
import { namePools, oddPayers, type NamePool } from '#sample-data/catalogue/sample-names.ts';
import { sampleInstitutions } from '#sample-data/catalogue/sample-institutions.ts';
import type { SampleRandom } from '#sample-data/sample-random.ts';

/** One person who pays, now and again. */
export interface SamplePayer {
  payer_no: number;
  name: string | null;
  email: string | null;
  address: string | null;
  ip: string | null;
  gbp_account: string;
  gbp_bank: string;
  gbp_bank_name: string;
  iban: string;
  /** paymentRefundData of a payment in either currency (contract §3). */
  gbp_refund_data: object | null;
  eur_refund_data: object | null;
  eur_bank: string;
  eur_bank_name: string;
  /** Name and email as they are searched. */
  folded_name: string | null;
  folded_email: string | null;
}

const british = sampleInstitutions.filter(({ country }) => country === 'GB');
const european = sampleInstitutions.filter(({ country }) => country !== 'GB');
const mailHosts = ['example.com', 'example.org', 'example.net', 'mail.example'];
const streets = [
  '12 Chapel Lane, Leeds',
  '3 Rue des Lilas, Lyon',
  '88 High Street, Bath',
  'Hauptstraße 7, Köln',
  'Calle Mayor 21, Málaga',
];

/** `count` payers, names spread over the scripts; a few of them odd on purpose. */
export function listPayers(random: SampleRandom, count: number): SamplePayer[] {
  return Array.from({ length: count }, (_, payer_no) => toPayer(random, payer_no));
}

function toPayer(random: SampleRandom, payer_no: number): SamplePayer {
  const draw = (label: string, below: number) => random.pick(`payer:${payer_no}:${label}`, below);
  const [fullName, latin] = oddPayers[payer_no * 3] ?? drawName(draw);
  const name = draw('has-name', 50) === 0 ? null : fullName;
  const email =
    draw('has-email', 3) === 0 ? null : `${latin}${payer_no % 10 === 0 ? '' : payer_no}@${mailHosts[draw('host', 4)]}`;
  const bank = british[draw('gb', british.length)];
  const euroBank = european[draw('eu', european.length)];
  const gbp_number = String(10_000_000 + draw('number', 89_999_999));
  const gbp_sort_code = bank?.sortCode ?? '00-00-00';
  const iban = `${euroBank?.country ?? 'DE'}${10 + draw('check', 89)}${String(1e9 + draw('bank', 9e9)).slice(0, 8)}${gbp_number}${10 + draw('tail', 89)}`;
  return {
    payer_no,
    name,
    email,
    address: draw('has-address', 4) === 0 ? (streets[draw('street', streets.length)] ?? null) : null,
    ip: draw('has-ip', 5) === 0 ? null : `203.0.113.${1 + draw('ip', 254)}`,
    gbp_account: `${gbp_sort_code} ${gbp_number}`,
    gbp_bank: bank?.institutionId ?? 'natwest',
    gbp_bank_name: bank?.name ?? 'NatWest',
    iban,
    gbp_refund_data: toRefundData(name, [
      { type: 'SORT_CODE', number: gbp_sort_code },
      { type: 'ACCOUNT_NUMBER', number: gbp_number },
    ]),
    eur_refund_data: toRefundData(name, [{ type: 'IBAN', number: iban }]),
    eur_bank: euroBank?.institutionId ?? 'n26',
    eur_bank_name: euroBank?.name ?? 'N26',
    folded_name: name === null ? null : foldText(name),
    folded_email: email === null ? null : foldText(email),
  };
}

function drawName(draw: (label: string, below: number) => number): readonly [name: string, latin: string] {
  let left = draw('script', 100);
  const pool = namePools.find(({ share }) => (left -= share) < 0) ?? (namePools[0] as NamePool);
  const [given = '', givenLatin = ''] = pool.given[draw('given', pool.given.length)] ?? [];
  const [family = '', familyLatin = ''] = pool.family[draw('family', pool.family.length)] ?? [];
  const name = {
    'given-family': `${given} ${family}`,
    'family-given': `${family} ${given}`,
    joined: `${family}${given}`,
  }[pool.order];
  return [name, `${givenLatin}.${familyLatin}`];
}

const toRefundData = (name: string | null, accountIdentifications: readonly { type: string; number: string }[]) =>
  name === null ? null : { accountHolderName: name, accountIdentifications };
