import type { Form } from './form.ts';
import { ofMoney } from './of-money.ts';
import { ofSettings } from './of-settings.ts';
import { ofAuth } from './of-auth.ts';
import { ofThePerson } from './of-the-person.ts';

export const forms: Form[] = [...ofMoney, ...ofSettings, ...ofThePerson, ...ofAuth];
