/** Given and family names of one script, with the latin words their email addresses are made of. */
export interface NamePool {
  /** How many payers in a hundred. */
  share: number;
  /** Family name first, or without a space, as the script writes it. */
  order: 'given-family' | 'family-given' | 'joined';
  given: readonly (readonly [name: string, latin: string])[];
  family: readonly (readonly [name: string, latin: string])[];
}

/** `Zoë Ängström` → words with the latin the email uses; plain latin needs none. */
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

export const namePools: readonly NamePool[] = pools.map(([share, order, given, family]) => ({
  share,
  order,
  given: words(given),
  family: words(family),
}));

/** Payers that try a screen: companies, emoji, one letter, one very long. */
export const oddPayers: readonly (readonly [name: string, latin: string])[] = [
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
