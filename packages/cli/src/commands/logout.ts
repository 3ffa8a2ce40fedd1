import { command } from '#core/command.ts';
import { FailedError } from '#core/failures.ts';
import { revoke } from '#core/revoke.ts';
import { forgetSettings, readLogin } from '#core/settings.ts';

export const logout = command({
  name: 'logout',
  summary: 'Revokes the key of this machine and deletes it here',
  options: {},
  run: async ({ terminal }) => {
    const { variables, print } = terminal;
    const stored = await readLogin(variables);
    const failure =
      stored &&
      (await revoke(stored).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ));
    const path = await forgetSettings(variables);
    if (failure)
      throw new FailedError(
        `${path} was deleted, but the key could not be revoked: ${failure}\nRevoke it in the portal, under Settings, Security.`,
      );
    print(stored ? `The key was revoked, and ${path} deleted.` : 'This machine was not signed in.');
  },
});
