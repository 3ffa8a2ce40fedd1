import { expect, test as provided } from '#e2e/fake-provider/provider-test.ts';
import { prepareStage, type Stage } from './stage.ts';
import { interceptCalls } from './wire.ts';

/** The portal against the strict fake provider, with every possible fault between them. */
export const test = provided.extend<{ stage: Stage }>({
  stage: async ({ signedIn, page, provider, noise }, use) => {
    // Each case signs in its own user, but the fixture must still check the fake provider's complaints.
    void signedIn;
    noise.allow(/^\[Merchant Portal\]|^Failed to load resource/);
    const stage = await prepareStage(page, await interceptCalls(page, `${provider.address}/api`));
    await use(stage);
    expect(stage.errors).toEqual([]);
  },
});
export { expect };
