/** The SECRETS_KEY of tests, benches and the demo. It is public, so never use it elsewhere. */
export const testSecretsKey = `1:${btoa('volume-tests-have-a-known-key-32')}`;
