import { lazyDialog } from '#design/overlay/lazy-dialog.tsx';

/** The dialogs about users, each loaded when it first opens. */
export const AddUserDialog = lazyDialog(() => import('./add-user-dialog.tsx').then((module) => module.AddUserDialog));
export const EditUserDialog = lazyDialog(() =>
  import('./edit-user-dialog.tsx').then((module) => module.EditUserDialog),
);
export const SwitchUserDialog = lazyDialog(() =>
  import('./switch-user-dialog.tsx').then((module) => module.SwitchUserDialog),
);
