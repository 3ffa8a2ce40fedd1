import type { PayWords } from './words.ts';

export const french: PayWords = {
  locale: 'fr-FR',
  ownName: 'Français',
  language: 'Langue',
  payTo: (shop) => `Payer ${shop}`,
  order: (id) => `Commande ${id}`,
  chooseBank: 'Choisissez votre banque',
  searchBanks: (count) => `Rechercher parmi ${count} banques`,
  search: 'Rechercher',
  noBankFound: 'Aucune banque trouvée. Vérifiez l’orthographe ou saisissez une partie de son nom.',
  noBank: 'Aucune banque n’est disponible pour ce paiement actuellement.',
  usedLast: 'Utilisée la dernière fois',
  name: 'Votre nom',
  nameHint: 'Facultatif. Tel qu’il figure sur votre compte bancaire, pour que le paiement vous soit attribué.',
  cancel: 'Annuler et revenir',
  foot: 'Paiements par Volume. Vous validez le paiement auprès de votre banque. La boutique ne voit jamais vos identifiants.',
  sandbox: 'Ceci est le bac à sable : aucun argent n’est transféré.',
  over: (shop) => ({
    PAID: { title: 'Ce lien de paiement est déjà payé.', text: 'Il n’y a plus rien à payer. Merci.' },
    EXPIRED: {
      title: 'Ce lien de paiement a expiré.',
      text: `Si vous souhaitez toujours payer, demandez un nouveau lien à ${shop}.`,
    },
    UNDER_WAY: {
      title: 'Un paiement pour ce lien est en cours.',
      text: 'Vous n’avez rien d’autre à faire. Cette page se met à jour d’elle-même.',
    },
    USED: {
      title: 'Ce lien de paiement ne pouvait servir qu’une fois.',
      text: `Si vous souhaitez toujours payer, demandez un nouveau lien à ${shop}.`,
    },
    SHOP_CLOSED: {
      title: 'La boutique ne peut pas accepter de paiements actuellement.',
      text: `Vous n’avez pas été débité. Demandez à ${shop} un autre moyen de paiement.`,
    },
    TOO_LARGE: {
      title: 'Le montant de ce lien dépasse ce qui peut être payé en une fois.',
      text: `Demandez à ${shop} des liens de montants plus petits.`,
    },
  }),
  waiting: (bank, amount) => ({
    title: `En attente de ${bank}`,
    text: `Validez ${amount} auprès de votre banque. Cette page se met à jour d’elle-même ; vous pouvez la laisser ouverte.`,
  }),
  openBank: (bank) => `Rouvrir ${bank}`,
  otherBank: 'Utiliser une autre banque',
  sending: (shop, amount) => ({
    title: 'Paiement validé',
    text: `Votre banque envoie ${amount} à ${shop}. Cette page se met à jour d’elle-même ; vous n’avez pas besoin d’attendre.`,
  }),
  paid: ({ shop, amount, bank, at }) => ({
    title: 'Payé',
    text: `Vous avez payé ${amount} à ${shop} depuis ${bank} le ${at}. Vous n’avez rien d’autre à faire.`,
  }),
  notMade: 'Le paiement n’a pas été effectué',
  notCharged: 'Vous n’avez pas été débité.',
  failures: (bank) => ({
    CANCELLED: 'Vous avez annulé auprès de votre banque.',
    NOT_APPROVED: 'Il n’a pas été validé à temps.',
    FUNDS: `${bank} l’a refusé : le solde du compte est insuffisant.`,
    LIMIT: `${bank} l’a refusé : il dépasse le plafond journalier de votre compte.`,
    NOT_PROVED: `${bank} n’a pas pu confirmer qu’il s’agissait de vous.`,
    SUSPECTED: `${bank} l’a refusé pour protéger votre compte. Contactez votre banque ou essayez-en une autre.`,
    UNAVAILABLE: `${bank} n’est pas disponible actuellement.`,
    ACCOUNT_CLOSED: `${bank} l’a refusé : le compte est clôturé ou bloqué.`,
    LINK_EXPIRED: 'Le lien de paiement avait expiré.',
    SHOP_CLOSED: 'La boutique ne peut pas accepter de paiements actuellement.',
    BEGAN_AGAIN: 'Vous avez recommencé avec une autre banque.',
    SHOP_ACCOUNT: 'Le compte de la boutique n’a pas pu le recevoir.',
    UNKNOWN: `${bank} l’a refusé sans donner de raison.`,
  }),
  back: (shop) => `Revenir à ${shop}`,
  reference: 'Référence',
  status: 'Statut',
  arrival: {
    UNDER_WAY: 'En route vers la boutique',
    NONE: 'Reçu par la boutique',
    HELD: 'En cours de vérification chez le prestataire de la boutique',
    RELEASED: 'Reçu par la boutique',
    RETURNED: 'Vous a été renvoyé',
  },
  receipt: 'Reçu (PDF)',
  mailForm: {
    label: 'Envoyer le reçu par e-mail à',
    hint: 'Utilisé uniquement pour ce paiement : pour son reçu et pour confirmer un remboursement.',
    send: 'Envoyer le reçu par e-mail',
    asked:
      'Nous envoyons le reçu par e-mail. S’il n’arrive pas dans quelques minutes, vérifiez vos courriers indésirables.',
    wrong: 'Saisissez une adresse e-mail telle que nom@example.com.',
  },
  mails: {
    greeting: 'Bonjour,',
    receipt: ({ shop, amount, at }) => ({
      title: `Reçu de votre paiement de ${amount}`,
      text: `Vous avez payé ${amount} à « ${shop} » le ${at}.`,
    }),
    refund: ({ shop, amount, at }, refunded) => ({
      title: `Votre remboursement de ${refunded}`,
      text: `« ${shop} » vous a remboursé ${refunded} sur les ${amount} que vous avez payés le ${at}. L’argent a été envoyé sur le compte avec lequel vous avez payé.`,
    }),
    link: 'Vous pouvez ouvrir ou imprimer votre reçu, avec les remboursements, ici :',
    why: 'Vous recevez cet e-mail parce que cette adresse a été saisie sur la page du paiement. Si ce n’était pas vous, ignorez-le.',
  },
  quote: (shop) => `Si vous contactez ${shop}, indiquez cette référence :`,
  yourBank: 'Votre banque',
  problems: {
    400: { title: 'Cela n’a pas fonctionné', text: 'Revenez en arrière et choisissez l’une des banques.' },
    404: {
      title: 'Introuvable',
      text: 'Ce lien de paiement n’existe pas. Vérifiez l’adresse ou demandez un nouveau lien à la boutique.',
    },
    422: {
      title: 'Cela n’a pas fonctionné',
      text: 'Cette boutique n’accepte pas encore de paiements bancaires ici. Vous n’avez pas été débité. Demandez-lui un autre moyen de paiement.',
    },
    429: {
      title: 'Trop de tentatives',
      text: 'Ce lien a été utilisé trop souvent. Patientez une minute et réessayez.',
    },
    receipt: {
      title: 'Le reçu n’a pas pu être créé',
      text: 'Votre paiement n’est pas concerné. Réessayez dans quelques minutes.',
    },
    other: {
      title: 'Cela n’a pas fonctionné',
      text: 'Vous n’avez pas été débité. Réessayez dans quelques minutes.',
    },
  },
  trace: 'Si vous demandez de l’aide, indiquez ce numéro :',
};
