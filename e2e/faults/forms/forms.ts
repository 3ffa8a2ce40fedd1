import type { Form } from './form.ts';
import { ofMoney } from './of-money.ts';
import { ofSettings } from './of-settings.ts';
import { ofTheDoor } from './of-the-door.ts';
import { ofThePerson } from './of-the-person.ts';

/** Every form that writes. */
export const forms: Form[] = [...ofMoney, ...ofSettings, ...ofThePerson, ...ofTheDoor];
