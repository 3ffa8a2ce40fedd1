import { readFileSync } from 'node:fs';
import { NewMerchant } from '@volume/contract/merchants/new-merchant.ts';
import { decodeWhole } from '#http/reading/read-call.ts';
import { createMerchant } from '#merchants/create-merchant.ts';
import { handOver, runCommand, say, withServices } from './run-command.ts';

const command = {
  call: 'npm run admin -- create-merchant',
  help: `npm run admin -- create-merchant --file merchant.json [--dry-run]

Creates a merchant with its applications, accounts and first user, and mails that user a link to choose a password. The link is
printed where it cannot be mailed. The whole file is checked first, and nothing is written unless all of it is right. Run again
with the same file, the command changes nothing.

  --file PATH   the merchant as JSON: examples/merchant.json is one, docs/operations.md explains each field
  --dry-run     check the file and write nothing`,
  options: { file: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
} as const;

await runCommand(command, ({ file, 'dry-run': isDryRun }) => {
  const given = readMerchant(file);
  return withServices(async (services) => {
    const outcome = await createMerchant(services, given, { by: 'npm run admin -- create-merchant', isDryRun });
    if (outcome.kind === 'REFUSED') throw new Error(faultsOf(outcome.faults));
    if (outcome.kind === 'VALID') return say(`${given.companyName} can be created. Nothing was written.`);
    if (outcome.kind === 'EXISTS') {
      return say(`${given.companyName} exists already (merchant ${outcome.merchantId}). Nothing was changed.`);
    }
    say(`${given.companyName} is merchant ${outcome.merchantId}.`);
    for (const { applicationName, applicationId } of outcome.applications) {
      say(`  application ${applicationName}: ${applicationId}`);
    }
    const why = `An account for “${given.companyName}” has been created for you.`;
    await handOver({ email: given.firstUser.email, link: outcome.link, why, mailer: services.mailer });
  });
});

function readMerchant(file: string | undefined): NewMerchant {
  if (file === undefined) {
    throw new Error(
      'Name the file of the merchant: npm run admin -- create-merchant --file merchant.json. Nothing was changed.',
    );
  }
  const read = decodeWhole(NewMerchant, readJson(file), 'The file');
  if ('sentences' in read) throw new Error(faultsOf(read.sentences));
  return read.value;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be read as JSON: ${reason}. Nothing was changed.`, { cause: error });
  }
}

function faultsOf(sentences: readonly string[]): string {
  return ['The merchant was not created, and nothing was changed:', ...sentences].join('\n  ');
}
