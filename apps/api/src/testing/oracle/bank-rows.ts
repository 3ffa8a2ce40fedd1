import type { OracleRow } from './oracle-row.ts';

const details = { name: 'Bank of Test', fullName: null, letters: null, countries: ['GB'], currencies: ['GBP'] };
// The refusal tests have no other bank.
const params = { institutionId: 'no-such-bank' };
const mayAct = { who: 'admins', effect: 'write', needsProof: true } as const;

export const bankRows: Record<string, OracleRow> = {
  listBanks: { who: 'admins', input: {}, ok: 200 },
  addBank: { ...mayAct, input: { body: { ...details, institutionId: null } }, ok: 'let through' },
  changeBank: { ...mayAct, input: { params, body: details }, ok: 404 },
  switchBankOff: { ...mayAct, input: { params, body: { reason: 'It does not respond' } }, ok: 404 },
  switchBankOn: { ...mayAct, input: { params }, ok: 404 },
};
