import { countryCodes, countryNames } from '@volume/contract/institutions/bank-labels.ts';
import { lettersOf, slugOf } from '@volume/contract/institutions/letters.ts';
import { currencies } from '@volume/contract/money/currencies.ts';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import { useId } from 'react';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Icon } from '#design/icon.tsx';
import type { Form } from '#forms/use-form.ts';
import type { BankTyped } from './bank-schema.ts';

/** The fields of a bank; the id only for a new one, because it stays. */
export function BankFields({ form, isNew }: { form: Form<BankTyped>; isNew: boolean }) {
  const text = (name: 'name' | 'fullName' | 'letters' | 'institutionId') => ({
    ...form.text(name),
    autoComplete: 'off',
  });
  return (
    <>
      <div className="grid items-start gap-3.5 min-[560px]:grid-cols-[minmax(0,1fr)_140px]">
        <TextField label="Name" hint="What payers see." {...text('name')} />
        <Letters form={form} />
      </div>
      <TextField label="Full name (optional)" hint="The bank’s legal name, if it differs." {...text('fullName')} />
      {isNew && <OwnId form={form} />}
      <CheckGroup
        label="Currencies"
        options={currencies.map((code) => [code, code] as const)}
        chosen={form.value('currencies')}
        onChange={(chosen) => form.change('currencies', chosen)}
        error={form.errorOf('currencies')}
      />
      <CheckGroup
        label="Countries"
        isLong
        options={countryCodes.map((code) => [code, countryNames[code]] as const)}
        chosen={form.value('countries')}
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

interface CheckGroupProps<Value extends string> {
  label: string;
  /** The options scroll in a box. */
  isLong?: boolean;
  options: readonly (readonly [value: Value, label: string])[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  error: string | undefined;
}

function CheckGroup<Value extends string>(props: CheckGroupProps<Value>) {
  const { label, isLong = false, options, chosen, onChange, error } = props;
  const id = useId();
  const change = (value: Value, isChosen: boolean) =>
    onChange(options.map(([each]) => each).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  const boxClass = isLong
    ? 'grid max-h-[172px] grid-cols-3 gap-x-4 overflow-y-auto rounded border border-line-2 px-3 py-1.5 phone:grid-cols-2'
    : 'flex gap-6';
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="m-0 min-w-0 border-0 p-0">
      <legend className="mb-1.5 p-0 font-medium">
        {label}
        {isLong && chosen.length > 0 && (
          <span className="ml-2 font-regular text-ink-3">{`${chosen.length} chosen`}</span>
        )}
      </legend>
      <div className={boxClass}>
        {options.map(([value, text]) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
            onChange={(isChosen) => change(value, isChosen)}
            className="min-h-7"
          >
            {text}
          </Checkbox>
        ))}
      </div>
      <div
        id={`${id}-error`}
        aria-live="polite"
        className={error ? 'mt-1.5 flex items-start gap-1.5 text-label text-bad' : 'sr-only'}
      >
        {error && (
          <>
            <Icon of={CircleAlert} className="mt-px" />
            {error}
          </>
        )}
      </div>
    </fieldset>
  );
}
