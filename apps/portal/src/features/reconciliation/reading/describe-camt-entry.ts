import { realReference } from './sepa-markers.ts';
import { type BankLine, tidy } from './statement.ts';

/** The values of an element by the end of their path. */
export type Found = Map<string, string[]>;

export interface Entry {
  found: Found;
  currency: string;
  details: { found: Found; currency: string }[];
}

export const first = (found: Found, ...keys: string[]): string => {
  for (const key of keys) {
    const [value] = found.get(key) ?? [];
    if (value !== undefined) return value;
  }
  return '';
};

interface Described {
  found: Found;
  details: Entry['details'];
  isCredit: boolean;
  account: Found;
}

/** The payer or payee, and the purpose. */
export function describeEntry({
  found,
  details,
  isCredit,
  account,
}: Described): Pick<BankLine, 'name' | 'reference' | 'text' | 'bankId'> {
  const of = (...keys: string[]): string[] => details.map((each) => first(each.found, ...keys)).filter(Boolean);
  const all = (...keys: string[]): string[] =>
    details.flatMap((each) => keys.flatMap((key) => each.found.get(key) ?? []));
  // A reversal turns the direction of the money, while the parties remain those of the first payment.
  const isTurned = first(found, 'Ntry/RvslInd') === 'true' || first(found, 'Ntry/RvslInd') === '1';
  const isReturn = isTurned || all('RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry').length > 0;
  const [party, own] = isCredit === isTurned ? ['Cdtr', 'Dbtr'] : ['Dbtr', 'Cdtr'];
  const namesOf = (role: string): string[] =>
    of(`${role}/Nm`, `${role}/Pty/Nm`, `Ultmt${role}/Nm`, `Ultmt${role}/Pty/Nm`);
  const holder = first(account, 'Ownr/Nm');
  const names = [...namesOf(party ?? ''), ...(isReturn ? namesOf(own ?? '') : [])];
  const ends = of('Refs/EndToEndId').map(realReference).filter(Boolean);
  const remitted = [
    ...all('CdtrRefInf/Ref', 'RfrdDocInf/Nb', 'LineDtls/Id/Nb', 'RmtInf/Ustrd', 'Strd/AddtlRmtInf'),
    ...all('TxDtls/AddtlTxInf'),
  ];
  return {
    name: names.find((name) => name !== holder) ?? names[0] ?? '',
    reference: tidy(ends.join(' ')) || (of('Refs/InstrId', 'Refs/ChqNb').map(realReference).find(Boolean) ?? ''),
    text: tidy([...remitted, ...(remitted.length === 0 ? (found.get('Ntry/AddtlNtryInf') ?? []) : [])].join(' ')),
    bankId: of('Refs/AcctSvcrRef', 'Refs/TxId')[0] ?? first(found, 'Ntry/AcctSvcrRef'),
  };
}
