import { countryCodes, countryNames } from '@volume/contract/institutions/bank-labels.ts';
import { lettersOf, slugOf } from '@volume/contract/institutions/letters.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import { CheckGroup } from '#design/choose/check-group.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import type { Form } from '#forms/use-form.ts';
import type { BankTyped } from './bank-schema.ts';

/** The fields of a bank; the id only for a new one, because it stays. */
export function BankFields({ form, isNew }: { form: Form<BankTyped>; isNew: boolean }) {
  const text = (name: 'name' | 'fullName' | 'letters' | 'institutionId') => ({
    ...form.text(name),
    autoComplete: 'off',
  });
  const countries = form.value('countries');
  return (
    <>
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-[minmax(0,1fr)_140px]">
        <TextField label="Name" hint="What payers see." {...text('name')} />
        <Letters form={form} />
      </div>
      <TextField label="Full name (optional)" hint="The bank’s legal name, if it differs." {...text('fullName')} />
      {isNew && <OwnId form={form} />}
      <CheckGroup
        legend="Currencies"
        className="flex min-h-7 gap-6"
        options={currencies.map((code) => [code, code] as const)}
        chosen={form.value('currencies')}
        onChange={(chosen) => form.change('currencies', chosen)}
        error={form.errorOf('currencies')}
      />
      <CheckGroup
        legend={
          <>
            Countries
            {countries.length > 0 && (
              <span className="ml-2 font-regular text-ink-3">{`${countries.length} chosen`}</span>
            )}
          </>
        }
        className="grid max-h-[172px] auto-rows-[minmax(28px,auto)] grid-cols-3 gap-x-4 overflow-y-auto rounded border border-line-2 px-3 py-1.5 phone:grid-cols-2"
        options={countryCodes.map((code) => [code, countryNames[code]] as const)}
        chosen={countries}
        onChange={(chosen) => form.change('countries', chosen)}
        error={form.errorOf('countries')}
      />
    </>
  );
}

const Letters = ({ form }: { form: Form<BankTyped> }) => (
  <TextField
    label="Letters (optional)"
    hint="Instead of a logo."
    placeholder={lettersOf(form.value('name'))}
    maxLength={2}
    autoComplete="off"
    {...form.text('letters')}
  />
);

const OwnId = ({ form }: { form: Form<BankTyped> }) => (
  <TextField
    label="Id (optional)"
    hint="Names the bank in the API and in merchants’ choices. It can’t be changed later."
    placeholder={slugOf(form.value('name'))}
    isMono
    autoComplete="off"
    {...form.text('institutionId')}
  />
);
