import { majorText } from '@volume/contract/money/money.ts';
import {
  type FileLine,
  identify,
  partyOf,
  remittanceOf,
  type StatementHead,
  type StatementWriter,
} from './statement-file.ts';
import { element, textElement } from './xml.ts';

const done = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';

/** OFX 2.1.1: one statement of one account. It has a closing balance and no opening one. */
export function ofx(head: StatementHead): StatementWriter {
  const { madeAtUtc, from, to, isSoFar, closing, currency } = head;
  const end = isSoFar ? time(madeAtUtc) : time(`${to}T23:59:59.999`);
  const { sortCode = 'VOLUME', number } = identify(head);
  const account = element(
    'BANKACCTFROM',
    textElement('BANKID', sortCode, 9),
    textElement('ACCTID', number, 34),
    '<ACCTTYPE>CHECKING</ACCTTYPE>',
  );
  return {
    begin: [
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
      '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>',
      '<OFX>',
      `<SIGNONMSGSRSV1><SONRS>${done}<DTSERVER>${time(madeAtUtc)}</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>`,
      `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${done}<STMTRS>`,
      `<CURDEF>${currency}</CURDEF>${account}`,
      `<BANKTRANLIST><DTSTART>${time(`${from}T00:00:00.000`)}</DTSTART><DTEND>${end}</DTEND>`,
      '',
    ].join('\n'),
    line: (line) => `${transactionOf(line)}\n`,
    end: [
      '</BANKTRANLIST>',
      `<LEDGERBAL><BALAMT>${majorText(closing)}</BALAMT><DTASOF>${end}</DTASOF></LEDGERBAL>`,
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1>',
      '</OFX>',
      '',
    ].join('\n'),
  };
}

/** `20261121080000.000[0:GMT]` */
const time = (utc: string): string => `${utc.replaceAll(/[-:T]/g, '')}[0:GMT]`;

/** Programs count these as money out. */
const types: Partial<Record<FileLine['kind'], string>> = { FEE: 'FEE', EXCHANGE: 'XFER' };

function transactionOf(line: FileLine): string {
  const type = line.amount > 0 ? 'CREDIT' : (types[line.kind] ?? 'DEBIT');
  const party = partyOf(line);
  return element(
    'STMTTRN',
    `<TRNTYPE>${type}</TRNTYPE><DTPOSTED>${time(line.atUtc)}</DTPOSTED><TRNAMT>${majorText(line.amount)}</TRNAMT>`,
    textElement('FITID', line.id, 255),
    textElement('REFNUM', line.reference ?? '', 32),
    textElement('NAME', party, 32),
    // A name longer than the field is repeated in the one that holds a hundred characters.
    [...party].length > 32 ? textElement('EXTDNAME', party, 100) : '',
    textElement('MEMO', remittanceOf(line), 255),
  );
}
