/** The SECRETS_KEY of tests, benches and the demo: known to all, so of no use elsewhere. */
export const testSecretsKey = `1:${btoa('volume-tests-have-a-known-key-32')}`;
