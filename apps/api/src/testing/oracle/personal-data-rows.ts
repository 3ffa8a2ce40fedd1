import type { OracleRow } from './oracle-row.ts';

/** Nobody has this address, so that the refusal tests erase nobody. */
const body = { email: 'nobody@elsewhere.example' };

export const personalDataRows: Record<string, OracleRow> = {
  findPersonalData: { who: 'admins', input: { body }, ok: 200 },
  exportPersonalData: { who: 'admins', effect: 'write', input: { body }, ok: 200, needsProof: true },
  erasePersonalData: {
    who: 'admins',
    effect: 'write',
    input: { body: { ...body, reason: 'Asked by letter' } },
    ok: 204,
    needsProof: true,
  },
};
