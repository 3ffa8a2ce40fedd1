import { foldText } from '#database/fold-text.ts';
import type { World } from '#sample-data/world.ts';

interface SamplePayer {
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
  /** Name and email folded for search. */
  folded_name: string | null;
  folded_email: string | null;
}

const mailHosts = ['example.com', 'example.org', 'example.net', 'mail.example'];
const streets = [
  '12 Chapel Lane, Leeds',
  '3 Rue des Lilas, Lyon',
  '88 High Street, Bath',
  'Hauptstraße 7, Köln',
  'Calle Mayor 21, Málaga',
];

/** `count` payers with names of many scripts, a few of them unusual on purpose. */
export function listPayers({ random, banks }: Pick<World, 'random' | 'banks'>, count: number): SamplePayer[] {
  const british = banks.filter(({ country }) => country === 'GB');
  const european = banks.filter(({ country }) => country !== 'GB');
  return Array.from({ length: count }, (_, payer_no) => toPayer(random, { british, european }, payer_no));
}

type Banks = Record<'british' | 'european', World['banks']>;

function toPayer({ pick }: World['random'], { british, european }: Banks, payer_no: number): SamplePayer {
  const draw = (label: string, below: number) => pick(`payer:${payer_no}:${label}`, below);
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

/** Given and family names of one script, with the Latin words for their email addresses. */
interface NamePool {
  /** Percentage of payers. */
  share: number;
  /** Family name first, or without a space, as is usual in the script. */
  order: 'given-family' | 'family-given' | 'joined';
  given: readonly (readonly [name: string, latin: string])[];
  family: readonly (readonly [name: string, latin: string])[];
}

/** `Zoë Ängström` → names with the Latin form used in emails; plain Latin names need none. */
function words(text: string): readonly (readonly [string, string])[] {
  return text.split(',').map((entry) => {
    const [name = '', latin] = entry.trim().split('=');
    return [
      name,
      latin ??
        name
          .normalize('NFKD')
          .replaceAll(/[^a-z]/giu, '')
          .toLowerCase(),
    ] as const;
  });
}

const pools: readonly [share: number, order: NamePool['order'], given: string, family: string][] = [
  [
    46,
    'given-family',
    'Amelia,Noah,Isla,Olivia,George,Maya,Priya,Thomas,Hannah,Callum,Freya,Aisha,Daniel,Grace,Oscar,Ruby,Ewan,Chloe,Samuel,Megan,Leo,Erin,Arthur,Poppy',
    'Hughes,Whitfield,MacLeod,O’Connor,Raghunathan,Okafor,Bennett,Fletcher,Patel,Clarke,Doyle,Sinclair,Rowe,Turner,Achebe,Walsh,Kaur,Marsh,Llewellyn,Adeyemi,Foster,Gallagher,Nguyen,Smith',
  ],
  [
    30,
    'given-family',
    'Zoë,Lucía,Tomasz,Jean-Baptiste,Søren,Łucja,Íñigo,Françoise,Günther,Ágnes,Çağla,Jiří,Þóra,Eoghan,Nuria,Beatriz,Matteo,Inês,Émile,Sigrún',
    'Ångström,Fernández,Wójcik,Moreau,Sørensen,Müller,Nuñez,Grünwald,Dvořák,Szabó,Öztürk,Guðmundsdóttir,d’Artagnan,Żółć,Gonçalves,Rossi,Lefèvre,Ó Briain,Kovács,Peña',
  ],
  [
    4,
    'given-family',
    'محمد=mohammed,فاطمة=fatima,أحمد=ahmad,ليلى=layla,يوسف=yusuf',
    'الفارسي=alfarsi,حداد=haddad,المنصور=almansour,خوري=khoury',
  ],
  [2, 'given-family', 'נועה=noa,דוד=david,יעל=yael,אורי=uri', 'כהן=cohen,לוי=levi,מזרחי=mizrahi,פרידמן=friedman'],
  [
    3,
    'given-family',
    'Ελένη=eleni,Γιώργος=giorgos,Σοφία=sofia,Νίκος=nikos',
    'Παπαδοπούλου=papadopoulou,Νικολάου=nikolaou,Αγγελής=angelis',
  ],
  [
    4,
    'given-family',
    'Ольга=olga,Дмитро=dmytro,Мария=maria,Алексей=alexey,Ђорђе=djordje',
    'Иванова=ivanova,Шевченко=shevchenko,Соколов=sokolov,Петровић=petrovic',
  ],
  [4, 'joined', '伟=wei,秀英=xiuying,子涵=zihan,明=ming', '陈=chen,王=wang,欧阳=ouyang,李=li'],
  [3, 'family-given', '美咲=misaki,健太=kenta,陽子=yoko,さくら=sakura', '佐藤=sato,鈴木=suzuki,髙橋=takahashi'],
  [2, 'joined', '서연=seoyeon,민준=minjun,지우=jiwoo', '김=kim,이=lee,박=park'],
  [2, 'given-family', 'प्रिया=priya,अर्जुन=arjun,अनन्या=ananya', 'शर्मा=sharma,वर्मा=verma,अय्यर=iyer'],
];

const namePools: readonly NamePool[] = pools.map(([share, order, given, family]) => ({
  share,
  order,
  given: words(given),
  family: words(family),
}));

/** Payers that test screens: companies, emoji, one letter, one very long name. */
const oddPayers: readonly (readonly [name: string, latin: string])[] = [
  ['O’Connor & Sons Ltd', 'accounts.oconnor'],
  ['Bakery Grünwald GmbH', 'kasse.gruenwald'],
  ['Ziggy ⭐️ Stardust', 'ziggy'],
  ['👩‍🚀 Space Camp', 'spacecamp'],
  ['X', 'x'],
  ['MR J A SMITH-WETHERINGTON & MRS P B SMITH-WETHERINGTON', 'smith.wetherington'],
  [
    'Hubert Blaine Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafewarenwohlgepflege',
    'hubert.blaine',
  ],
  ['<b>Robert"); DROP TABLE payments;--</b>', 'bobby.tables'],
  ['100% Cotton_Shop', 'cotton'],
  ['C:\\Accounts Payable', 'ap.backslash'],
];
