import { majorText } from '@volume/contract/money/money.ts';
import {
  absolute,
  type FileLine,
  isReturn,
  identify,
  partyOf,
  plainDay,
  remittanceOf,
  shortId,
  type StatementHead,
  type StatementWriter,
} from './statement-file.ts';
import { element, textElement } from './xml.ts';

/** CAMT.053.001.08, as ISO 20022 defines it: one statement of one account. */
export function camt053(head: StatementHead): StatementWriter {
  const { madeAtUtc, from, to } = head;
  const id = `VOLUME-${plainDay(from, 4)}-${plainDay(to, 4)}`;
  const made = `<CreDtTm>${madeAtUtc}Z</CreDtTm>`;
  return {
    begin: [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">',
      '<BkToCstmrStmt>',
      `<GrpHdr><MsgId>${id}</MsgId>${made}</GrpHdr>`,
      '<Stmt>',
      `<Id>${id}</Id>${made}`,
      `<FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${head.isSoFar ? madeAtUtc : `${to}T23:59:59.999`}Z</ToDtTm></FrToDt>`,
      accountOf(head),
      balanceOf(head, 'OPBD', head.opening, from),
      // The closing balance of a day that is not over is an interim one.
      balanceOf(head, head.isSoFar ? 'ITBD' : 'CLBD', head.closing, to),
      summaryOf(head),
      '',
    ].join('\n'),
    line: (line) => `${entryOf(line, head)}\n`,
    end: '</Stmt>\n</BkToCstmrStmt>\n</Document>\n',
  };
}

function accountOf(head: StatementHead): string {
  const { iban, sortCode = '', number } = identify(head);
  const id = iban ? textElement('IBAN', iban, 34) : element('Othr', textElement('Id', sortCode + number, 34));
  return element(
    'Acct',
    element('Id', id),
    textElement('Ccy', head.currency, 3),
    element('Ownr', textElement('Nm', head.holder, 140)),
  );
}

function balanceOf(head: StatementHead, type: string, minor: bigint, day: string): string {
  const code = element('Tp', element('CdOrPrtry', textElement('Cd', type, 4)));
  return element('Bal', code, amountOf(head, minor), direction(minor), element('Dt', `<Dt>${day}</Dt>`));
}

const amountOf = ({ currency }: StatementHead, minor: number | bigint): string =>
  `<Amt Ccy="${currency}">${majorText(absolute(minor))}</Amt>`;

const direction = (minor: number | bigint): string => `<CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;

function summaryOf({ linesIn, linesOut, moneyIn, moneyOut }: StatementHead): string {
  const sums = (name: string, count: number, sum: bigint, ...more: string[]): string =>
    element(name, `<NbOfNtries>${count}</NbOfNtries><Sum>${majorText(sum)}</Sum>`, ...more);
  const net = moneyIn - moneyOut;
  const total = element('TtlNetNtry', `<Amt>${majorText(absolute(net))}</Amt>`, direction(net));
  return element(
    'TxsSummry',
    sums('TtlNtries', linesIn + linesOut, moneyIn + moneyOut, total),
    sums('TtlCdtNtries', linesIn, moneyIn),
    sums('TtlDbtNtries', linesOut, moneyOut),
  );
}

function entryOf(line: FileLine, head: StatementHead): string {
  const id = textElement('AcctSvcrRef', shortId(line), 35);
  return element(
    'Ntry',
    amountOf(head, line.amount),
    direction(line.amount),
    isReturn(line) ? '<RvslInd>true</RvslInd>' : '',
    '<Sts><Cd>BOOK</Cd></Sts>',
    `<BookgDt><DtTm>${line.atUtc}Z</DtTm></BookgDt><ValDt><Dt>${line.atUtc.slice(0, 10)}</Dt></ValDt>`,
    id,
    element('BkTxCd', element('Prtry', textElement('Cd', line.kind, 35), '<Issr>VOLUME</Issr>')),
    element(
      'NtryDtls',
      element(
        'TxDtls',
        element('Refs', id, line.reference ? textElement('EndToEndId', line.reference, 35) : ''),
        partiesOf(line),
        element('RmtInf', textElement('Ustrd', remittanceOf(line), 140)),
      ),
    ),
  );
}

/** The parties of a reversal are those of the payment that came back. */
function partiesOf(line: FileLine): string {
  const name = textElement('Nm', partyOf(line), 140);
  const role = line.amount < 0 === isReturn(line) ? 'Dbtr' : 'Cdtr';
  return name === '' ? '' : element('RltdPties', element(role, element('Pty', name)));
}
