import { ids } from '#testing/seed-people.ts';
import { notificationRows } from './notification-rows.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };
const shop = { merchantId: ids.harbour, applicationId: ids.harbourShop };
const deviceCode = { params: shop, body: { userCode: 'BCDF-GHJK' } };
const namedKey = { ...shop, keyId: ids.nobody };
const endpoint = { ...shop, endpointId: ids.nobody };
const endpointBody = { name: 'Order service', url: 'https://shop.example.com/volume', types: ['payment.settled'] };

export const settingsRows: Record<string, OracleRow> = {
  setInstitutions: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { institutions: [] } },
    ok: 200,
    isOwned: true,
  },
  getBrand: { who: 'settings', input: { params: harbour }, ok: 200, isOwned: true },
  setBrand: {
    who: 'settings',
    effect: 'write',
    input: { params: harbour, body: { name: 'Harbour', colour: '#1d4ed8', mark: null } },
    ok: 200,
    isOwned: true,
  },
  getTwoFactorPolicy: { who: 'settings', input: { params: harbour }, ok: 200, isOwned: true },
  // No user of the refusal tests has a second factor.
  setTwoFactorPolicy: {
    who: 'settings',
    effect: 'write',
    input: { params: harbour, body: { isRequired: true } },
    ok: 409,
    needsProof: true,
    isOwned: true,
  },
  setExternalPaymentEmail: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { shouldSend: true } },
    ok: 204,
    isOwned: true,
  },
  setExternalPaymentWebhook: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { shouldSend: true } },
    ok: 204,
    isOwned: true,
  },
  ...notificationRows,
  getSecretSummary: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  resetSecret: {
    who: 'settings',
    effect: 'write',
    input: { params: { ...shop, key: 'PRIMARY' } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  getKeySettings: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  // The row above created the key; a different limit each time would need a step-up.
  setKeySettings: {
    who: 'settings',
    effect: 'write',
    input: { params: { ...shop, key: 'PRIMARY' }, body: { allowedAddresses: [], moneyLimit: 5000 } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  listEvents: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  // Only keys get signed events.
  listWebhookMessages: { who: 'settings', input: { params: shop }, ok: 409, isOwned: true },
  getSampleMessage: { who: 'settings', input: { params: shop, query: 'kind=REFUND' }, ok: 200, isOwned: true },
  listReplayMessages: { who: 'settings', input: { params: shop }, ok: 409, isOwned: true },
  getOwnKey: { who: 'settings', input: {}, ok: 409 },
  listKeys: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  // Refused only because of its time: everything else is valid.
  createKey: {
    who: 'settings',
    effect: 'write',
    input: {
      params: shop,
      body: { name: 'Order service', scopes: ['READ'], expiresAtUtc: '2020-01-01T00:00:00.000' },
    },
    ok: 400,
    needsProof: true,
    isOwned: true,
  },
  // The refusal tests have no named key.
  renameKey: {
    who: 'settings',
    effect: 'write',
    input: { params: namedKey, body: { name: 'Shop' } },
    ok: 404,
    isOwned: true,
  },
  rotateKey: {
    who: 'settings',
    effect: 'write',
    input: { params: namedKey, body: { expiresAtUtc: null } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  revokeKey: { who: 'settings', effect: 'write', input: { params: namedKey }, ok: 404, isOwned: true },
  // Let through until five wrong codes of a user.
  lookUpDeviceCode: { who: 'settings', effect: 'write', input: deviceCode, ok: 'let through', isOwned: true },
  allowDeviceCode: {
    who: 'settings',
    effect: 'write',
    input: deviceCode,
    ok: 'let through',
    needsProof: true,
    isOwned: true,
  },
  denyDeviceCode: { who: 'settings', effect: 'write', input: deviceCode, ok: 'let through', isOwned: true },
  listWebhookEndpoints: { who: 'settings', input: { params: shop }, ok: 200, isOwned: true },
  // Refused only because of its address: everything else is valid.
  createWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: shop, body: { ...endpointBody, url: 'https://10.0.0.1/' } },
    ok: 400,
    needsProof: true,
    isOwned: true,
  },
  // The refusal tests have no endpoint.
  changeWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint, body: endpointBody },
    ok: 404,
    isOwned: true,
  },
  pauseWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint, body: { isPaused: true } },
    ok: 404,
    isOwned: true,
  },
  rotateWebhookEndpointKey: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  challengeWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint },
    ok: 404,
    isOwned: true,
  },
  confirmWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint, body: { code: 'any' } },
    ok: 404,
    isOwned: true,
  },
  deleteWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  testWebhookEndpoint: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint, body: { kind: 'PAYMENT' } },
    ok: 404,
    isOwned: true,
  },
  startWebhookReplay: {
    who: 'settings',
    effect: 'write',
    input: { params: endpoint, body: { day: '2026-11-20' } },
    ok: 404,
    isOwned: true,
  },
  getWebhookReplay: {
    who: 'settings',
    input: { params: { ...endpoint, replayId: ids.nobody } },
    ok: 404,
    isOwned: true,
  },
  listActivity: { who: 'settings', input: { params: harbour }, ok: 200, isOwned: true },
  exportActivity: { who: 'settings', input: { params: harbour }, ok: 200, isOwned: true },
  listPlatformActivity: { who: 'admins', input: {}, ok: 200 },
  exportPlatformActivity: { who: 'admins', input: {}, ok: 200 },
};
