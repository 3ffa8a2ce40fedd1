import { expect, test as provided } from '#e2e/fake-provider/provider-test.ts';
import { setStage, type Stage } from './stage.ts';
import { interceptCalls } from './wire.ts';

/** The portal against the strict fake provider, with everything that can stand between them. */
export const test = provided.extend<{ stage: Stage }>({
  stage: async ({ signedIn, page, provider, noise }, use) => {
    // Whoever is signed in is each case's own; what the fake provider complains of is heard all the same.
    void signedIn;
    noise.allow(/^\[Merchant Portal\]|^Failed to load resource/);
    const stage = await setStage(page, await interceptCalls(page, `${provider.address}/api`));
    await use(stage);
    expect(stage.heard).toEqual([]);
  },
});
export { expect };
