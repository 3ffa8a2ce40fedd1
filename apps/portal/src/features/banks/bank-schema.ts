import { type CountryCode, countryCodes } from '@volume/contract/institutions/bank-labels.ts';
import {
  type Bank,
  BankFullName,
  BankLetters,
  BankName,
  InstitutionId,
  type NewBank,
} from '@volume/contract/institutions/banks.ts';
import { currencies as knownCurrencies } from '@volume/contract/money/currencies.ts';
import { Currency } from '@volume/contract/money/money.ts';
import * as z from 'zod/mini';
import { optionalText, requiredText } from '#forms/typed.ts';

export interface BankTyped {
  name: string;
  fullName: string;
  letters: string;
  institutionId: string;
  countries: CountryCode[];
  currencies: Currency[];
}

export const emptyBank: BankTyped = {
  name: '',
  fullName: '',
  letters: '',
  institutionId: '',
  countries: [],
  currencies: [],
};

export const bankSchema: z.ZodMiniType<NewBank, BankTyped> = z.object({
  name: requiredText(BankName, 'The name'),
  fullName: optionalText(BankFullName, 'The full name'),
  letters: optionalText(BankLetters, 'The letters'),
  institutionId: optionalText(InstitutionId, 'The id'),
  countries: z.array(z.enum(countryCodes)).check(z.minLength(1, 'Choose at least one country.')),
  currencies: z.array(Currency).check(z.minLength(1, 'Choose at least one currency.')),
});

/** The values of the form that changes a bank. */
export const toTyped = ({ name, fullName, letters, institutionId, countries, currencies }: Bank): BankTyped => {
  const codes = countries.map(({ countryCode2 }) => countryCode2);
  return {
    name,
    fullName: fullName === name ? '' : fullName,
    letters: letters ?? '',
    institutionId,
    countries: countryCodes.filter((code) => codes.includes(code)),
    currencies: knownCurrencies.filter((currency) => currencies.includes(currency)),
  };
};
