/** A sample sign-in: one per role and situation, all with the same password. */
export interface SampleSignIn {
  role: string;
  email: string;
  password: string;
  /** Base32 secret of the authenticator app. */
  totpSecret?: string;
  situation: string;
}

/** One password for all, so that sample data needs only one slow hash. It gives access to nothing but sample data. */
export const samplePassword = 'quiet-ink-on-paper';

export interface SamplePerson {
  email: string;
  name: string;
  phone: string | null;
  /** Slug of the merchant; null for the platform's administrators. */
  merchant: string | null;
  roles: readonly string[];
  twoFactor: 'NONE' | 'EMAIL' | 'TOTP';
  totpSecret: string | null;
  isEnabled: boolean;
  invitation: 'PENDING' | 'ACCEPTED';
  /** Shown next to the sign-in; null keeps the user out of the sample sign-ins. */
  situation: string | null;
}

const usual = { phone: null, twoFactor: 'NONE', totpSecret: null, isEnabled: true, invitation: 'ACCEPTED' } as const;
const at = (
  merchant: string,
  first: string,
  name: string,
  role: string | null,
  situation: string | null,
): SamplePerson => ({
  ...usual,
  email: `${first}@${merchant}.example`,
  name,
  merchant,
  roles: role === null ? [] : [role],
  situation,
});
const admin = (first: string, name: string, role: string, situation: string): SamplePerson => ({
  ...usual,
  email: `${first}@volume.example`,
  name,
  merchant: null,
  roles: [role],
  situation,
});

export const samplePeople: readonly SamplePerson[] = [
  {
    ...at(
      'harbourbloom',
      'amelia',
      'Amelia Hughes',
      'MERCHANT_ADMIN',
      'Harbour & Bloom, the merchant with most payments',
    ),
    phone: '+44 20 7946 0101',
  },
  {
    ...at('harbourbloom', 'maya', 'Maya Okafor', 'MERCHANT_EDITOR', 'edits settings, refunds, pays out'),
    phone: '+44 20 7946 0102',
  },
  at('harbourbloom', 'callum', 'Callum Rowe', 'MERCHANT_OPERATOR', 'payments and payment links, no settings'),
  at('harbourbloom', 'isla', 'Isla MacLeod', 'MERCHANT_VIEWER', 'looks only'),
  at('harbourbloom', 'newcomer', 'Noah Newcomer', null, 'no role yet, so no authority'),
  {
    ...at('harbourbloom', 'priya', 'Priya Raghunathan', 'MERCHANT_EDITOR', 'code by email after the password'),
    twoFactor: 'EMAIL',
  },
  {
    ...at('harbourbloom', 'zoe', 'Zoë Ängström', 'MERCHANT_ADMIN', 'code from an authenticator after the password'),
    twoFactor: 'TOTP',
    totpSecret: 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
  },
  { ...at('harbourbloom', 'former', 'George Former', 'MERCHANT_VIEWER', 'disabled, is refused'), isEnabled: false },
  { ...at('harbourbloom', 'invited', 'Ines Invited', 'MERCHANT_VIEWER', null), invitation: 'PENDING' },
  at('fennelrye', 'rowan', 'Rowan Fennel', 'MERCHANT_ADMIN', 'merchant without payments'),
  at('blankcanvas', 'iris', 'Iris Blank', 'MERCHANT_ADMIN', 'merchant without applications'),
  at('gruenwald', 'greta', 'Greta Grünwald', 'MERCHANT_ADMIN', 'merchant with EUR only'),
  at('larkspur', 'oscar', 'Oscar Larkspur', 'MERCHANT_ADMIN', 'merchant without virtual accounts'),
  at('atlas', 'freya', 'Freya Atlas', 'MERCHANT_ADMIN', 'merchant with 30 applications'),
  at('quayside', 'henry', 'Henry Quayside', 'MERCHANT_ADMIN', 'disabled merchant, is refused'),
  admin('ada', 'Ada Admin', 'VOLUME_ADMIN', 'administrator of the platform'),
  admin('reader', 'Rita Reader', 'VOLUME_ADMIN_READ', 'administrator who only reads'),
  {
    ...admin('grace', 'Grace Guarded', 'VOLUME_ADMIN', 'administrator with an authenticator'),
    twoFactor: 'TOTP',
    totpSecret: 'MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK',
  },
];

export const sampleSignIns: readonly SampleSignIn[] = samplePeople.flatMap(({ roles, email, totpSecret, situation }) =>
  situation === null
    ? []
    : [
        {
          role: roles[0] ?? 'NONE',
          email,
          password: samplePassword,
          ...(totpSecret === null ? {} : { totpSecret }),
          situation,
        },
      ],
);
