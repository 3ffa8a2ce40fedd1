export interface SampleMerchant {
  /** Short Latin word for email addresses and order numbers. */
  slug: string;
  companyName: string;
  /** Share of all payments, in thousandths; 0 has none. */
  share: number;
  /** Usual amount of one payment in minor units. */
  ticket: number;
  /** The first application is the default one (§4). */
  applications: readonly string[];
  currencies: readonly ('GBP' | 'EUR')[];
  provider: 'MODULR' | 'OPTIMUS' | 'ISX' | null;
  isPayerChecked: boolean;
  isEnabled: boolean;
  fee: number;
  orderPrefix: string;
  hasEmail: boolean;
}

const usual = {
  applications: ['Web shop'],
  currencies: ['GBP', 'EUR'],
  provider: 'MODULR',
  isPayerChecked: true,
  isEnabled: true,
  fee: 0.9,
  orderPrefix: 'ORDER-',
  hasEmail: true,
} as const satisfies Partial<SampleMerchant>;

const branches = Array.from({ length: 30 }, (_, index) => `Branch ${String(index + 1).padStart(2, '0')}`);

/** The merchants with sample sign-ins, one per situation. */
const special: readonly SampleMerchant[] = [
  {
    ...usual,
    slug: 'harbourbloom',
    companyName: 'Harbour & Bloom',
    share: 600,
    ticket: 6_400,
    applications: ['Web shop', 'Mobile app'],
  },
  { ...usual, slug: 'fennelrye', companyName: 'Fennel & Rye', share: 0, ticket: 3_000 },
  {
    ...usual,
    slug: 'blankcanvas',
    companyName: 'Blank Canvas Studio',
    share: 0,
    ticket: 3_000,
    applications: [],
    hasEmail: false,
  },
  {
    ...usual,
    slug: 'gruenwald',
    companyName: 'Bäckerei Grünwald GmbH',
    share: 30,
    ticket: 1_850,
    currencies: ['EUR'],
    provider: 'ISX',
    orderPrefix: 'BESTELLUNG-',
  },
  {
    ...usual,
    slug: 'larkspur',
    companyName: 'Larkspur Theatre Trust',
    share: 30,
    ticket: 4_200,
    provider: null,
    isPayerChecked: false,
    orderPrefix: 'SEAT-',
  },
  {
    ...usual,
    slug: 'atlas',
    companyName: 'Atlas Franchise Group',
    share: 40,
    ticket: 9_900,
    applications: branches,
    currencies: ['GBP'],
    provider: 'OPTIMUS',
  },
  { ...usual, slug: 'quayside', companyName: 'Quayside Imports', share: 10, ticket: 18_000, isEnabled: false },
];

const others: readonly (readonly [slug: string, companyName: string])[] = [
  ['northwind', 'Northwind Bicycles'],
  ['saltmarsh', 'Saltmarsh Ceramics'],
  ['copperkettle', 'Copper Kettle Tea Co.'],
  ['orchardlane', 'Orchard Lane Nurseries'],
  ['obrien', 'O’Brien & Daughters'],
  ['moreau', 'Maison Moreau'],
  ['lindqvist', 'Lindqvist Möbler AB'],
  ['azulejo', 'Azulejo & Filhos'],
  ['wojcik', 'Wójcik Instrumenty'],
  ['thalassa', 'Θάλασσα Ταξίδια'],
  ['zarya', 'Заря Книги'],
  ['sakura', 'さくら文具店'],
  ['hanok', '한옥 티하우스'],
  ['jinghe', '京和茶业'],
  ['alnoor', 'مكتبة النور'],
  ['galil', 'יקב הגליל'],
  ['masala', 'मसाला मंडी'],
  ['pixelforge', 'Pixel Forge 🔥'],
  ['kestrel', 'Kestrel Outdoor'],
  ['brightside', 'Brightside Dental'],
  ['ledger', 'Ledger & Quill Stationers'],
  ['tidepool', 'Tidepool Aquatics'],
  ['foxglove', 'Foxglove Apothecary'],
  ['ironbridge', 'Ironbridge Tools'],
  ['marlowe', 'Marlowe Tailors'],
  ['juniper', 'Juniper Row Hotels'],
  ['penhaligon', 'Penhaligon Surf School'],
  ['dragon', 'Siop y Ddraig'],
  ['caledonia', 'Caledonia Wool'],
  ['citycab', 'City Cab Collective'],
  ['greenline', 'Greenline Energy'],
  ['velvet', 'Velvet Rope Tickets'],
  [
    'long',
    'The Very Honourable Company of Instrument Makers, Piano Tuners and Restorers of Mechanical Organs of Greater Manchester and the Surrounding Districts (Trading) Limited',
  ],
];
const providers = ['MODULR', 'OPTIMUS', 'ISX'] as const;

/** All 40 merchants; those after the special ones share the remaining payments, the first of them most. */
export const sampleMerchants: readonly SampleMerchant[] = [
  ...special,
  ...others.map(([slug, companyName], index): SampleMerchant => ({
    ...usual,
    slug,
    companyName,
    share: 93 / (index + 2),
    ticket: 1_500 + ((index * 2_711) % 21_000),
    applications: index % 5 === 0 ? ['Web shop', 'In store'] : index % 7 === 0 ? ['Bookings'] : ['Web shop'],
    currencies: index % 4 === 3 ? ['GBP'] : ['GBP', 'EUR'],
    provider: index % 6 === 5 ? null : (providers[index % 3] ?? null),
    isPayerChecked: index % 3 !== 1,
    fee: [0.9, 1.1, 0.75, 1.25][index % 4] ?? 1,
    orderPrefix: ['ORDER-', 'INV/', 'No. ', '注文-'][index % 4] ?? 'ORDER-',
    hasEmail: index % 8 !== 7,
  })),
];
