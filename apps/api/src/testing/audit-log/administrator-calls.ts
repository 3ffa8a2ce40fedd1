import { disableAdministrator } from '@volume/contract/administrators/administrators.ts';
import { addAdministrator, asAdministrator, proposalAbout } from '#testing/administrators.ts';
import type { CallInput } from '#testing/call-api.ts';
import type { TestApp } from '#testing/test-app.ts';

let made = 0;
const newName = (): string => `administrator-${++made}`;

/** A new administrator with full access, who calls. */
async function caller(app: TestApp): Promise<CallInput & { token: string }> {
  const name = newName();
  await addAdministrator(app, name);
  return asAdministrator(app, name);
}

type About = Parameters<typeof addAdministrator>[2];
const about =
  (given: About) =>
  async (app: TestApp): Promise<CallInput> => ({
    ...(await caller(app)),
    params: { administratorId: await addAdministrator(app, newName(), given) },
  });

/** A proposal of another administrator. */
async function proposal(app: TestApp): Promise<CallInput> {
  const [proposer, by] = [await caller(app), await caller(app)];
  const administratorId = await addAdministrator(app, newName());
  await app.call(disableAdministrator, { ...proposer, params: { administratorId } });
  return { ...by, params: { administratorId, proposalId: await proposalAbout(app, by.token, administratorId) } };
}

/** Creates what each call about administrators of the platform needs, and returns its input. */
export const administratorCalls = {
  invite: async (app: TestApp): Promise<CallInput> => ({
    ...(await caller(app)),
    body: { email: `${newName()}@volume.example`, access: 'FULL' },
  }),
  invited: about({ isInvited: true }),
  readOnly: about({ access: 'READ_ONLY' }),
  disabled: async (app: TestApp): Promise<CallInput> => {
    const input = await about({ access: 'READ_ONLY' })(app);
    await app.call(disableAdministrator, input);
    return input;
  },
  withFactor: about({ twoFactor: 'EMAIL' }),
  proposal,
};
