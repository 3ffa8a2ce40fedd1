import type { Handler } from '#core/handler.ts';
import { disableAdministrator, enableAdministrator, resetAdministratorTwoFactor } from './change-administrator.ts';
import { confirmAdministratorProposal, withdrawAdministratorProposal } from './decide-proposal.ts';
import { inviteAdministrator, resendAdministratorInvitation, withdrawAdministratorInvitation } from './invite.ts';
import { listAdministrators } from './list-administrators.ts';

export const administratorHandlers: readonly Handler[] = [
  listAdministrators,
  inviteAdministrator,
  resendAdministratorInvitation,
  withdrawAdministratorInvitation,
  disableAdministrator,
  enableAdministrator,
  resetAdministratorTwoFactor,
  confirmAdministratorProposal,
  withdrawAdministratorProposal,
];
