/** A kind of unusual values in responses. */
export interface Strangeness {
  name: string;
  /** The replacement for this value; undefined keeps it. */
  change: (key: string, value: unknown) => unknown;
  /** When the error card is correct too: always where the specification rejects such a response (§5 Response checks). */
  mayBeRefused?: true | 'in our own calls';
}

const sums =
  /^(amount|amountRefunded|amountRefunding|refundPaymentAmount|availableBalance|balance|sellAmount|buyAmount|fee|paymentFlatFeeInPercentage)$/;
const freeTexts =
  /^(companyName|applicationName|accountHolderName|name|fullName|email|reference|merchantReference|merchantPaymentId|address|errorDescription|firstNames|customerIntentDescription|merchantIntentDescription|displayName|detail|actor|phone|statusDescription|refundPaymentReference|accountIdentifier|merchantProvidedPayerDetailsNames|maskedValue|subject|selector|initiatedBy)$/;
const links =
  /^(merchantCallbackUrlForWeb|merchantCallbackUrlForMobile|paymentStatusWebhookUrl|refundWebhookUrl|payoutWebhookUrl|cancelUrl|paymentIntentLink|url)$/;
const openWords =
  /^(refundStatus|status|type|paymentIntentStatus|attemptMode|action|state|kind|objectKind|source|access|twoFactor|accountType|actorKind|invitation|frequency|nameCheck|hidden|part|sign|ended|ending|rule|result|form)$/;
const closedWords = /^(paymentStatus|paymentType|riskCategory|vaProviderType|environmentType)$/;
const times = /(Utc|At)$/;
const nullables =
  /^(merchantPaymentId|newPaymentId|newAttemptId|tracingId|payer|riskCategory|merchantReference|merchantProvidedPayerDetailsNames|defaultForCurrency|accountIdentification2|payeeAddress|vaCustomerId|vaAccountId|vaDefaultPayOutBeneficiaryAccountId|vaIsSandboxAccount|vaProviderType|payeeDetailsPerCurrency|merchantCallbackUrlFor\w+|paymentStatusWebhookUrl|refundWebhookUrl|payoutWebhookUrl|cancelUrl|sendEmailForExternalPayinPayment|sendWebhookForExternalPayinPayment|phone|statusDescription|initiatedBy|virtualAccountInformation|accountNumber|sortCode|iban|lastSignInAtUtc|errorDescription|paymentIntentLink|detail|actor|refundPaymentReference)$/;

const neverSet = { isSet: false, maskedValue: null, updatedAtUtc: null };

function texts(name: string, text: string, mayBeRefused?: 'in our own calls'): Strangeness {
  const change = (key: string, value: unknown) => (typeof value === 'string' && freeTexts.test(key) ? text : undefined);
  return { name, change, ...(mayBeRefused && { mayBeRefused }) };
}

function sumsOf(name: string, sum: number, mayBeRefused?: true): Strangeness {
  const change = (key: string, value: unknown) => (typeof value === 'number' && sums.test(key) ? sum : undefined);
  return { name, change, ...(mayBeRefused && { mayBeRefused }) };
}

function timesOf(name: string, time: string, mayBeRefused?: true): Strangeness {
  const change = (key: string, value: unknown) => (typeof value === 'string' && times.test(key) ? time : undefined);
  return { name, change, ...(mayBeRefused && { mayBeRefused }) };
}

const zalgo = 'Z̷̧̡̛͔̯̙͓͇͕̳͎̝̾̑̄̇̈́͌̍͗͘a̴̢̛̪̫̙͈̩̗͉̎͑̈́̑̆̐̕͝l̵̛̝̟̻͕̪͙̲̂̌̓̑́̕ğ̸̢̨͎̟͇̮͕̳̈́̐̔̌͊͝o̷̢̞̺̜̻̹͉̎̓́̋̕͝ Ltd';

/** Every kind of value that is valid but rare, or invalid (quality, The screen under faults). */
export const strangenesses: Strangeness[] = [
  sumsOf('sums of zero', 0),
  sumsOf('sums of minus zero', -0),
  sumsOf('negative sums', -1234.56),
  sumsOf('sums beyond what a double holds', Number('9007199254740993.27')),
  sumsOf('sums of the largest double', 1.7e308, true),
  sumsOf('sums of a tenth of a penny', 0.001),
  texts('right-to-left text', 'شركة الاختبار المحدودة للمدفوعات'),
  texts('bidi overrides', '\u202Eexe.gnp\u2066 invoice \u2069\u202C\u200F'),
  texts('emoji and joined families', '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪 Shop 💸'),
  texts('combining marks', zalgo),
  texts('zero-width and control characters', 'a\u200B\u200D\uFEFFb\u0000\u0007\u001B[31mc\r\nd'),
  // The texts of a draft have a maximum length.
  texts('a word of ten thousand letters', 'W'.repeat(10_000), 'in our own calls'),
  texts('markup', '<img src=x onerror="window.struck=1"><script>window.struck=1</script>&lt;b&gt;{{7*7}}'),
  texts('empty text', ''),
  texts('spaces alone', ' \u00A0\u3000 '),
  texts('a lone surrogate', 'a\uD800b'),
  {
    name: 'code in every address',
    change: (key, value) => (typeof value === 'string' && links.test(key) ? 'javascript:window.struck=1' : undefined),
  },
  {
    name: 'words of tomorrow',
    change: (key, value) =>
      typeof value === 'string' && openWords.test(key)
        ? 'A_WORD_OF_TOMORROW'
        : key === 'statusTags' || key === 'roles'
          ? ['A_WORD_OF_TOMORROW', '']
          : undefined,
  },
  {
    name: 'words that no list has',
    change: (key, value) => (typeof value === 'string' && closedWords.test(key) ? 'WORD_OF_NO_LIST' : undefined),
    mayBeRefused: true,
  },
  {
    name: 'a currency nobody knows',
    change: (key, value) => (typeof value === 'string' && key.endsWith('urrency') ? 'ZZZ' : undefined),
    mayBeRefused: true,
  },
  timesOf('times of 1970', '1970-01-01T00:00:00.000'),
  timesOf('times of the year 1', '0001-01-01T00:00:00.000'),
  timesOf('times of 9999', '9999-12-31T23:59:59.999'),
  timesOf('the day that was never', '2026-02-30T12:00:00.000', true),
  timesOf('times that are none', 'yesterday', true),
  {
    name: 'null wherever it may stand',
    // The fields of the specification: one of the same name in our own calls can be required.
    mayBeRefused: 'in our own calls',
    // The time of change is only null for a key that was never set.
    change: (key) => (nullables.test(key) ? null : /^(primary|secondary)Key$/.test(key) ? neverSet : undefined),
  },
  {
    name: 'empty lists',
    change: (key, value) => (Array.isArray(value) && key !== 'applications' ? [] : undefined),
  },
];

/** Applies the change to a response. Ids and page envelopes are kept. */
export function estrange(answer: unknown, { change }: Strangeness, key = ''): unknown {
  const changed = change(key, answer);
  if (changed !== undefined) return changed;
  if (Array.isArray(answer)) return answer.map((each: unknown) => estrange(each, { name: '', change }, ''));
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, estrange(value, { name: '', change }, name)]),
  );
}
