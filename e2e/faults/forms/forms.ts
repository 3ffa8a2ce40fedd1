import type { Form } from './form.ts';
import { moneyForms } from './money-forms.ts';
import { settingsForms } from './settings-forms.ts';
import { authForms } from './auth-forms.ts';
import { accountForms } from './account-forms.ts';

export const forms: Form[] = [...moneyForms, ...settingsForms, ...accountForms, ...authForms];
