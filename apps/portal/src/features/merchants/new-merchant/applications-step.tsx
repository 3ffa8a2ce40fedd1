import { currencies } from '@volume/contract/money/currencies.ts';
import type { Currency } from '@volume/contract/money/money.ts';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Segmented } from '#design/choose/segmented.tsx';
import { SelectField } from '#design/choose/select-field.tsx';
import { Button } from '#design/controls/button.tsx';
import { TextField } from '#design/controls/text-field.tsx';
import { Icon } from '#design/icon.tsx';
import { newAccount, newApplication } from './draft-content.ts';
import type { MerchantForm } from './plain-steps.tsx';
import { providerLabels } from './step-labels.ts';

interface StepProps {
  form: MerchantForm;
  /** Accounts whose bank did not confirm the name, as `application.account`. */
  doubted: readonly string[];
}

const mostApplications = 50;

/** The shops or apps of the merchant, each with one account per currency. */
export function ApplicationsStep({ form, doubted }: StepProps) {
  const applications = form.value('applications');
  const add = () => form.change('applications', [...form.read().applications, newApplication()]);
  return (
    <>
      {applications.map((_, at) => (
        <ApplicationFields key={at} {...{ form, doubted, at }} isOnly={applications.length === 1} />
      ))}
      {applications.length < mostApplications && (
        <div>
          <Button icon={<Icon of={Plus} />} onClick={add}>
            Add application
          </Button>
        </div>
      )}
    </>
  );
}

interface ApplicationFieldsProps extends StepProps {
  at: number;
  isOnly: boolean;
  /** In a dialog, which has the frame and the title. */
  isBare?: boolean;
}

export function ApplicationFields({ form, doubted, at, isOnly, isBare = false }: ApplicationFieldsProps) {
  const path = `applications.${at}` as const;
  const { applicationName, accounts } = form.value(path);
  const missing = currencies.toReversed().find((currency) => !accounts.some((each) => each.currency === currency));
  const name = applicationName.trim() || `Application ${at + 1}`;
  const remove = () =>
    form.change(
      'applications',
      form.read().applications.filter((_, index) => index !== at),
    );
  const add = (currency: Currency) =>
    form.change(`${path}.accounts`, [...form.value(`${path}.accounts`), newAccount(currency)]);
  return (
    <section aria-label={name} className={`grid gap-4 ${isBare ? '' : 'rounded-large border border-line p-4'}`}>
      {!isBare && (
        <div className="flex items-center gap-3">
          <h3 className="m-0 min-w-0 truncate font-strong">
            <bdi>{name}</bdi>
          </h3>
          {!isOnly && (
            <Button size="s" variant="quiet" className="ml-auto" aria-label={`Remove ${name}`} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
      )}
      <TextField
        label="Application name"
        placeholder="Web shop"
        autoComplete="off"
        {...form.text(`${path}.applicationName`)}
      />
      <Checkbox
        className="min-h-6"
        checked={form.value(`${path}.confirmationOfPayerEnabled`)}
        onChange={(isOn) => form.change(`${path}.confirmationOfPayerEnabled`, isOn)}
      >
        Ask payers for their name on the pay page
      </Checkbox>
      {accounts.map(({ currency }, index) => (
        <AccountFields
          key={currency}
          {...{ form, at, index, currency }}
          isOnly={accounts.length === 1}
          isBare={isBare}
          isDoubted={doubted.includes(`${at}.${index}`)}
        />
      ))}
      {missing && (
        <div>
          <Button size="s" icon={<Icon of={Plus} />} onClick={() => add(missing)}>
            Add {missing} account
          </Button>
        </div>
      )}
    </section>
  );
}

const own = 'OWN';
const kinds = [
  ...Object.entries(providerLabels).map(([value, label]) => ({ value, label: `A virtual account at ${label}` })),
  { value: own, label: 'The merchant’s own bank account' },
];
const numberKinds = [
  { value: 'SCAN', label: 'Sort code and number' },
  { value: 'IBAN', label: 'IBAN' },
] as const;

interface AccountFieldsProps {
  form: MerchantForm;
  at: number;
  index: number;
  currency: Currency;
  isOnly: boolean;
  isDoubted: boolean;
  isBare?: boolean;
}

export function AccountFields({ form, at, index, currency, isOnly, isDoubted, isBare = false }: AccountFieldsProps) {
  const Heading = isBare ? 'h3' : 'h4';
  const path = `applications.${at}.accounts.${index}` as const;
  const virtualAt = form.value(`${path}.virtualAt`);
  const acceptsName = form.value(`${path}.acceptsName`);
  const choose = (kind: string) => form.change(`${path}.virtualAt`, kind === own ? null : (kind as typeof virtualAt));
  const remove = () =>
    form.change(
      `applications.${at}.accounts`,
      form.value(`applications.${at}.accounts`).filter((_, each) => each !== index),
    );
  return (
    <div role="group" aria-label={`${currency} account`} className="grid gap-3.5 border-t border-line pt-4">
      <div className="flex items-center gap-3">
        <Heading className="m-0 font-medium">{currency} account</Heading>
        {!isOnly && (
          <Button
            size="s"
            variant="quiet"
            className="ml-auto"
            aria-label={`Remove ${currency} account`}
            onClick={remove}
          >
            Remove
          </Button>
        )}
      </div>
      <SelectField label="Payers pay into" size="l" options={kinds} value={virtualAt ?? own} onChange={choose} />
      <TextField
        label="Account holder"
        hint={
          virtualAt === null
            ? 'The merchant’s bank account, exactly as the bank has the name.'
            : 'The bank account that payouts go to by default, exactly as the bank has the name.'
        }
        autoComplete="off"
        data-personal
        {...form.text(`${path}.accountHolderName`)}
      />
      <NumberFields {...{ form, at, index, currency }} />
      {(isDoubted || acceptsName) && (
        <Checkbox
          className="min-h-6"
          checked={acceptsName}
          onChange={(isAccepted) => form.change(`${path}.acceptsName`, isAccepted)}
        >
          I have checked the name with the account holder
        </Checkbox>
      )}
    </div>
  );
}

function NumberFields({ form, at, index, currency }: Pick<AccountFieldsProps, 'form' | 'at' | 'index' | 'currency'>) {
  const path = `applications.${at}.accounts.${index}` as const;
  const numberKind = form.value(`${path}.numberKind`);
  const isIban = currency === 'EUR' || numberKind === 'IBAN';
  return (
    <>
      {currency === 'GBP' && (
        <div>
          <Segmented label="Account number" options={numberKinds} {...form.choice(`${path}.numberKind`)} />
        </div>
      )}
      {isIban ? (
        <TextField
          label="IBAN"
          autoComplete="off"
          spellCheck={false}
          isMono
          data-personal
          {...form.text(`${path}.iban`)}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3.5 phone:grid-cols-1">
          <TextField
            label="Sort code"
            placeholder="12-34-56"
            inputMode="numeric"
            autoComplete="off"
            isMono
            data-personal
            {...form.text(`${path}.sortCode`)}
          />
          <TextField
            label="Account number"
            inputMode="numeric"
            autoComplete="off"
            isMono
            data-personal
            {...form.text(`${path}.accountNumber`)}
          />
        </div>
      )}
    </>
  );
}
