import type { CallDocs } from '@volume/contract/call-docs.ts';

export const apiKeysDocs: CallDocs = {
  setKeySettings: {
    versionIs: "version of the key's settings",
    stepUpFor: 'allowing the key more',
    codes: ['NO_KEY_YET'],
  },
  createKey: {
    example: { name: 'Order service', scopes: ['READ', 'LINKS'], expiresAtUtc: '2027-06-30T00:00:00.000' },
    codes: ['NAME_IN_USE', 'TOO_MANY_KEYS'],
  },
  renameKey: {
    example: { name: 'Order service, new data centre' },
    codes: ['NAME_IN_USE'],
  },
  getOwnKey: {
    codes: ['KEY_NEEDED'],
  },
  startDeviceSignIn: {
    example: { toolName: 'volume', machineName: 'ada-laptop' },
  },
  fetchDeviceKey: {
    sampleNeeds: 'the deviceCode of startDeviceSignIn',
    codes: ['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'EXPIRED_TOKEN', 'ACCESS_DENIED'],
  },
  lookUpDeviceCode: {
    example: { userCode: 'BCDF-GHJK' },
    codes: ['WRONG_CODE', 'CODE_EXPIRED', 'NOT_WAITING'],
  },
  allowDeviceCode: {
    example: { userCode: 'BCDF-GHJK' },
    codes: ['WRONG_CODE', 'CODE_EXPIRED', 'NOT_WAITING', 'TOO_MANY_KEYS'],
  },
  denyDeviceCode: {
    example: { userCode: 'BCDF-GHJK' },
    codes: ['WRONG_CODE', 'CODE_EXPIRED', 'NOT_WAITING'],
  },
  rotateKey: {
    example: { expiresAtUtc: '2027-12-31T00:00:00.000' },
  },
};
