import { NewBank } from '@volume/contract/institutions/banks.ts';
import { createBank } from '#banks/add-bank.ts';
import { findBank } from '#banks/read-banks.ts';
import { byItself } from '#core/activity/record-activity.ts';
import { Problem } from '#core/problem.ts';
import { decodeWhole } from '#http/reading/read-call.ts';
import { runCommand, say, withServices } from './run-command.ts';

const call = 'npm run admin -- add-bank';
const command = {
  call,
  help: `${call} --name AIB --country IE,GB --currency EUR [--full-name 'Allied Irish Banks']

Adds a bank, which payers are offered immediately. Where a bank with the id exists already, nothing is changed. Banks are changed and
switched off in the portal, under Banks.

  --name NAME        the name that payers see
  --country CODES    its countries, separated by commas: GB,IE
  --currency CODES   the currencies that it can pay in, separated by commas: EUR,GBP
  --full-name NAME   its legal name; the name itself when left out
  --letters LETTERS  one or two letters where there is no logo; those of the name when left out
  --id ID            names the bank in the API and in merchants' choices, for good; made of the name when left out`,
  options: {
    name: { type: 'string' },
    country: { type: 'string' },
    currency: { type: 'string' },
    'full-name': { type: 'string' },
    letters: { type: 'string' },
    id: { type: 'string' },
  },
} as const;

/** The name of each field in this command's file. */
const optionNames: Readonly<Record<string, string>> = {
  name: '--name',
  fullName: '--full-name',
  letters: '--letters',
  countries: '--country',
  currencies: '--currency',
  institutionId: '--id',
};

await runCommand(command, (options) => {
  const bank = readBank(options);
  return withServices(async (services) => {
    const institutionId = await createBank(services, bank, byItself(services, call)).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      throw error.status === 409 ? new Error(error.message) : refusal([error.message]);
    });
    const added = await findBank(services.database, institutionId, services.clock.now());
    const countries = added?.countries.map(({ displayName }) => displayName).join(', ');
    say(`${bank.name} is a bank now, with the id ${institutionId}: ${countries}; ${added?.currencies.join(', ')}.`);
    if (services.settings.provider === 'NONE') {
      say('No account provider is connected: this environment still makes no payment links and moves no money.');
    }
  });
});

function readBank(options: { [Name in keyof typeof command.options]?: string | undefined }): NewBank {
  const given = {
    name: options.name ?? '',
    fullName: options['full-name'] ?? null,
    letters: options.letters ?? null,
    countries: listOf(options.country),
    currencies: listOf(options.currency),
    institutionId: options.id ?? null,
  };
  const read = decodeWhole(NewBank, given, 'The bank');
  if ('sentences' in read) throw refusal(read.sentences);
  return read.value;
}

function listOf(text = ''): string[] {
  const codes = text.toUpperCase().split(/[\s,]+/);
  return codes.filter((code) => code !== '');
}

function refusal(sentences: readonly string[]): Error {
  const lines = sentences.map((each) =>
    each.replace(/^(\w+)(?:\[\d+\])?/, (field, name: string) => optionNames[name] ?? field),
  );
  const end = `${call} --help explains each option.`;
  return new Error(['The bank was not added, and nothing was changed:', ...lines].join('\n  ') + `\n${end}`);
}
