import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

const harbour = { merchantId: ids.harbour };
const noOrder = { ...harbour, orderId: ids.nobody };
const noProposal = { ...harbour, proposalId: ids.nobody };

export const approvalRows = {
  listApprovals: { who: 'payments', input: { params: harbour }, ok: 200, isOwned: true },
  // The refusal tests have no waiting order.
  getApproval: { who: 'payments', input: { params: noOrder }, ok: 404, isOwned: true },
  approveOrder: {
    who: 'settings',
    effect: 'write',
    input: { params: noOrder, headers: { 'idempotency-key': '01900000-0000-4000-8000-000000000043' } },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  refuseOrder: { who: 'settings', effect: 'write', input: { params: noOrder, body: {} }, ok: 404, isOwned: true },
  cancelOrder: { who: 'settings', effect: 'write', input: { params: noOrder }, ok: 404, isOwned: true },
  getApprovalPolicy: { who: 'settings', input: { params: harbour }, ok: 200, isOwned: true },
  setApprovalPolicy: {
    who: 'settings',
    effect: 'write',
    input: { params: harbour, body: { GBP: 5000, EUR: null } },
    ok: 200,
    needsProof: true,
    isOwned: true,
  },
  confirmApprovalPolicy: {
    who: 'settings',
    effect: 'write',
    input: { params: noProposal },
    ok: 404,
    needsProof: true,
    isOwned: true,
  },
  withdrawApprovalPolicy: { who: 'settings', effect: 'write', input: { params: noProposal }, ok: 404, isOwned: true },
} satisfies Record<string, OracleRow>;
