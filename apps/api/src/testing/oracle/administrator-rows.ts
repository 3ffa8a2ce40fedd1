import { ids } from '#testing/seed-people.ts';
import type { OracleRow } from './oracle-row.ts';

/** The refusal tests change no administrator. */
const nobody = { params: { administratorId: ids.nobody } };
const noProposal = { params: { administratorId: ids.nobody, proposalId: ids.nobody } };

export const administratorRows: Record<string, OracleRow> = {
  listAdministrators: { who: 'admins', input: {}, ok: 200 },
  inviteAdministrator: {
    who: 'admins',
    effect: 'write',
    input: { body: { email: 'viewer@test.example', access: 'READ_ONLY' } },
    ok: 409,
    needsProof: true,
  },
  resendAdministratorInvitation: { who: 'admins', effect: 'write', input: nobody, ok: 404, needsProof: true },
  withdrawAdministratorInvitation: { who: 'admins', effect: 'write', input: nobody, ok: 404 },
  disableAdministrator: { who: 'admins', effect: 'write', input: nobody, ok: 404 },
  enableAdministrator: { who: 'admins', effect: 'write', input: nobody, ok: 404 },
  resetAdministratorTwoFactor: { who: 'admins', effect: 'write', input: nobody, ok: 404 },
  confirmAdministratorProposal: { who: 'admins', effect: 'write', input: noProposal, ok: 404 },
  withdrawAdministratorProposal: { who: 'admins', effect: 'write', input: noProposal, ok: 404 },
};
