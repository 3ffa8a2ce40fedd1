import { Icon } from '#design/icon.tsx';
import CircleUserRound from 'lucide/dist/esm/icons/circle-user-round.mjs';
import Contrast from 'lucide/dist/esm/icons/contrast.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import Send from 'lucide/dist/esm/icons/send.mjs';
import { accountHref, adminAccountHref, balancesHref, type MerchantSearch } from '#platform/hrefs.ts';
import { readPreferences } from '#platform/preferences.ts';
import { isPermittedNow, readSession } from '#platform/session/session.ts';
import { preferenceChoices } from '#shell/frame/preference-choices.ts';
import { leave } from '#shell/frame/user-menu.tsx';
import type { PaletteItem } from './palette-item.ts';

/** Actions that are available on every page. They are found only by typing, because listing all of them would be too much. */
export function actionItems(search: MerchantSearch): PaletteItem[] {
  return [...payoutItems(search), accountItem(), ...preferenceItems(), signOutItem];
}

function payoutItems(search: MerchantSearch): PaletteItem[] {
  const session = readSession();
  if (session.kind === 'none' || session.merchantId === undefined || !isPermittedNow(['EDIT_SETTINGS'])) return [];
  return [
    {
      id: 'pay-out',
      label: 'Make payout…',
      words: 'Make payout pay out withdraw money',
      hint: 'Choose the account',
      icon: <Icon of={Send} />,
      action: { href: balancesHref(search) },
    },
  ];
}

function accountItem(): PaletteItem {
  return {
    id: 'own-account',
    label: 'Your account',
    words: 'Your account change password second factor authenticator sessions devices',
    name: 'Your account',
    icon: <Icon of={CircleUserRound} />,
    action: { href: readSession().kind === 'admin' ? adminAccountHref() : accountHref() },
  };
}

/** The choices of the user menu, each under the heading that it has there. */
function preferenceItems(): PaletteItem[] {
  let heading = '';
  return preferenceChoices(readPreferences()).flatMap((entry) => {
    if (entry.kind === 'heading') heading = entry.label;
    if (entry.kind === 'heading' || entry.kind === 'rule' || !entry.onSelect) return [];
    const name = `${heading}: ${entry.label}`;
    return {
      id: entry.id,
      label: name,
      words: `${name} appearance`,
      hint: entry.isChecked && 'In use',
      icon: <Icon of={Contrast} />,
      action: { run: entry.onSelect },
    };
  });
}

const signOutItem: PaletteItem = {
  id: 'sign-out',
  label: 'Sign out',
  words: 'Sign out log out leave',
  icon: <Icon of={LogOut} />,
  action: { run: leave },
};
