import type { PayWords } from './words.ts';

export const german: PayWords = {
  locale: 'de-DE',
  ownName: 'Deutsch',
  language: 'Sprache',
  payTo: (shop) => `Zahlung an ${shop}`,
  order: (id) => `Bestellung ${id}`,
  chooseBank: 'Wählen Sie Ihre Bank',
  searchBanks: (count) => `${count} Banken durchsuchen`,
  search: 'Suchen',
  noBankFound: 'Keine Bank gefunden. Prüfen Sie die Schreibweise oder geben Sie nur einen Teil des Namens ein.',
  noBank: 'Für diese Zahlung ist im Moment keine Bank verfügbar.',
  usedLast: 'Zuletzt verwendet',
  name: 'Ihr Name',
  nameHint: 'Freiwillig. So, wie er bei Ihrem Bankkonto steht, damit die Zahlung Ihnen zugeordnet werden kann.',
  cancel: 'Abbrechen und zurück',
  foot: 'Zahlungen über Volume. Sie geben die Zahlung bei Ihrer Bank frei. Der Shop sieht Ihre Zugangsdaten nie.',
  sandbox: 'Dies ist die Sandbox: Es wird kein Geld bewegt.',
  over: (shop) => ({
    PAID: { title: 'Dieser Zahlungslink ist bereits bezahlt.', text: 'Es ist nichts mehr zu zahlen. Vielen Dank.' },
    EXPIRED: {
      title: 'Dieser Zahlungslink ist abgelaufen.',
      text: `Wenn Sie noch zahlen möchten, bitten Sie ${shop} um einen neuen Link.`,
    },
    UNDER_WAY: {
      title: 'Eine Zahlung zu diesem Link ist unterwegs.',
      text: 'Sie müssen nichts weiter tun. Diese Seite aktualisiert sich von selbst.',
    },
    USED: {
      title: 'Dieser Zahlungslink war nur einmal verwendbar.',
      text: `Wenn Sie noch zahlen möchten, bitten Sie ${shop} um einen neuen Link.`,
    },
    SHOP_CLOSED: {
      title: 'Der Shop kann im Moment keine Zahlungen annehmen.',
      text: `Es wurde nichts abgebucht. Fragen Sie ${shop} nach einer anderen Zahlungsart.`,
    },
    TOO_LARGE: {
      title: 'Der Betrag dieses Zahlungslinks ist für eine einzelne Zahlung zu hoch.',
      text: `Bitten Sie ${shop} um Links über kleinere Beträge.`,
    },
  }),
  waiting: (bank, amount) => ({
    title: `Warten auf ${bank}`,
    text: `Geben Sie ${amount} bei Ihrer Bank frei. Diese Seite aktualisiert sich von selbst und kann offen bleiben.`,
  }),
  openBank: (bank) => `${bank} erneut öffnen`,
  otherBank: 'Andere Bank verwenden',
  sending: (shop, amount) => ({
    title: 'Zahlung freigegeben',
    text: `Ihre Bank überweist ${amount} an ${shop}. Diese Seite aktualisiert sich von selbst; Sie müssen nicht warten.`,
  }),
  paid: ({ shop, amount, bank, at }) => ({
    title: 'Bezahlt',
    text: `Sie haben am ${at} ${amount} an ${shop} gezahlt (${bank}). Es ist nichts weiter zu tun.`,
  }),
  notMade: 'Die Zahlung wurde nicht ausgeführt',
  notCharged: 'Es wurde nichts abgebucht.',
  failures: (bank) => ({
    CANCELLED: 'Sie haben bei Ihrer Bank abgebrochen.',
    NOT_APPROVED: 'Sie wurde nicht rechtzeitig freigegeben.',
    FUNDS: `${bank} hat abgelehnt: Das Konto ist nicht ausreichend gedeckt.`,
    LIMIT: `${bank} hat abgelehnt: Das Tageslimit Ihres Kontos ist überschritten.`,
    NOT_PROVED: `${bank} konnte nicht bestätigen, dass Sie es waren.`,
    SUSPECTED: `${bank} hat zum Schutz Ihres Kontos abgelehnt. Fragen Sie Ihre Bank oder verwenden Sie eine andere.`,
    UNAVAILABLE: `${bank} ist im Moment nicht erreichbar.`,
    ACCOUNT_CLOSED: `${bank} hat abgelehnt: Das Konto ist geschlossen oder gesperrt.`,
    LINK_EXPIRED: 'Der Zahlungslink war abgelaufen.',
    SHOP_CLOSED: 'Der Shop kann im Moment keine Zahlungen annehmen.',
    BEGAN_AGAIN: 'Sie haben mit einer anderen Bank neu begonnen.',
    SHOP_ACCOUNT: 'Das Konto des Shops konnte sie nicht annehmen.',
    UNKNOWN: `${bank} hat ohne Angabe eines Grundes abgelehnt.`,
  }),
  back: (shop) => `Zurück zu ${shop}`,
  reference: 'Referenz',
  status: 'Status',
  arrival: {
    UNDER_WAY: 'Unterwegs zum Shop',
    NONE: 'Beim Shop eingegangen',
    HELD: 'Wird beim Anbieter des Shops geprüft',
    RELEASED: 'Beim Shop eingegangen',
    RETURNED: 'An Sie zurückgesendet',
  },
  receipt: 'Beleg (PDF)',
  mailForm: {
    label: 'Beleg per E-Mail an',
    hint: 'Nur für diese Zahlung: für den Beleg und für die Bestätigung einer Erstattung.',
    send: 'Beleg per E-Mail senden',
    asked:
      'Wir senden den Beleg per E-Mail. Kommt er nicht innerhalb weniger Minuten an, sehen Sie im Spam-Ordner nach.',
    wrong: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  },
  mails: {
    greeting: 'Guten Tag,',
    receipt: ({ shop, amount, at }) => ({
      title: `Beleg für Ihre Zahlung von ${amount}`,
      text: `Sie haben am ${at} ${amount} an „${shop}“ gezahlt.`,
    }),
    refund: ({ shop, amount, at }, refunded) => ({
      title: `Ihre Erstattung von ${refunded}`,
      text: `„${shop}“ hat Ihnen ${refunded} von den ${amount} erstattet, die Sie am ${at} gezahlt haben. Das Geld wurde an das Konto gesendet, von dem Sie gezahlt haben.`,
    }),
    link: 'Hier können Sie Ihren Beleg mit allen Erstattungen öffnen und drucken:',
    why: 'Sie erhalten diese E-Mail, weil diese Adresse auf der Seite der Zahlung eingegeben wurde. Falls Sie das nicht waren, ignorieren Sie sie.',
  },
  quote: (shop) => `Wenn Sie sich an ${shop} wenden, nennen Sie diese Referenz:`,
  yourBank: 'Ihre Bank',
  problems: {
    400: { title: 'Das hat nicht geklappt', text: 'Bitte gehen Sie zurück und wählen Sie eine der Banken.' },
    404: {
      title: 'Nicht gefunden',
      text: 'Diesen Zahlungslink gibt es nicht. Prüfen Sie die Adresse oder bitten Sie den Shop um einen neuen.',
    },
    422: {
      title: 'Das hat nicht geklappt',
      text: 'Dieser Shop kann hier noch keine Bankzahlungen annehmen. Es wurde nichts abgebucht. Bitte fragen Sie den Shop nach einer anderen Zahlungsart.',
    },
    429: {
      title: 'Zu viele Versuche',
      text: 'Dieser Link wurde zu oft verwendet. Bitte warten Sie eine Minute und versuchen Sie es erneut.',
    },
    receipt: {
      title: 'Der Beleg konnte nicht erstellt werden',
      text: 'Ihre Zahlung ist davon nicht betroffen. Bitte versuchen Sie es in einigen Minuten erneut.',
    },
    other: {
      title: 'Das hat nicht geklappt',
      text: 'Es wurde nichts abgebucht. Bitte versuchen Sie es in einigen Minuten erneut.',
    },
  },
  trace: 'Wenn Sie um Hilfe bitten, nennen Sie diese Nummer:',
};
