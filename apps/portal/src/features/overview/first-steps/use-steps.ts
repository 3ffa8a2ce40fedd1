import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Authority, isPermitted } from '@volume/contract/access.ts';
import { environmentLabel } from '@volume/contract/portal/environment.ts';
import { getOwnTwoFactor } from '@volume/contract/session/own-security.ts';
import type { Merchant } from '@volume/contract/merchants/merchants.ts';
import { listPaymentLinks } from '@volume/contract/payment-links/payment-links.ts';
import { addDays, utcDay } from '#design/days/date-presets.ts';
import { useCapability } from '#platform/calls/capabilities.ts';
import { accountHref, newKeyHref, newLinkHref, newUserHref, payByLinkHref, settingsHref } from '#platform/hrefs.ts';
import { merchantQuery } from '#platform/merchant-query.ts';
import { call } from '#platform/provider-api.ts';
import { apiKeysQuery } from '#platform/queries/api-keys-query.ts';
import { namedKeysCall, namedKeysQuery } from '#platform/queries/named-keys-query.ts';
import { ownTwoFactorQuery } from '#platform/queries/own-two-factor-query.ts';
import { paymentLinkListKeys } from '#platform/queries/shared-keys.ts';
import { usersQuery } from '#platform/queries/users-query.ts';
import { endpointsCall, endpointsQuery } from '#platform/queries/webhook-endpoints-query.ts';
import type { Scope } from '#platform/scope.ts';
import { authoritiesIn } from '#platform/session/session.ts';
import { useSession } from '#platform/session/use-session.ts';
import { readSettings } from '#platform/settings.ts';

export interface Step {
  name: string;
  detail: string;
  href: string;
  /** Undefined where the role may not read it. */
  isDone: boolean | undefined;
  /** Which roles can take the step, if the user's cannot. */
  whoCan: string | undefined;
}

const linkMakers: readonly Authority[] = ['PAY_BY_LINK'];
const editors: readonly Authority[] = ['EDIT_SETTINGS'];
const managers: readonly Authority[] = ['EDIT_SETTINGS', 'ACCOUNT_ADMIN'];
const onlyLinkMakers = 'Administrators, editors and operators can do this.';
const onlyEditors = 'Administrators and editors can do this.';

interface StepsAsked {
  scope: Scope;
  /** Undefined while it is unknown. */
  hasPayIn: boolean | undefined;
  mayAsk: boolean;
}

/** The first steps with their current state; undefined until all data has loaded. Sends no requests while `mayAsk` is false. */
export function useSteps({ scope, hasPayIn, mayAsk }: StepsAsked) {
  const authorities = authoritiesIn(useSession());
  const mayLink = isPermitted(authorities, linkMakers);
  const mayEdit = isPermitted(authorities, editors);
  const mayManage = isPermitted(authorities, managers);
  const hasFactor = useCapability(getOwnTwoFactor);
  const link = useQuery({ ...firstLinkQuery(scope), enabled: mayAsk && mayLink });
  const people = useQuery({ ...usersQuery(scope.merchantId), enabled: mayAsk && mayManage });
  const factor = useQuery({ ...ownTwoFactorQuery(), enabled: mayAsk && hasFactor === true });
  const merchant = useQuery(merchantQuery(scope.merchantId));
  const key = useKey({ scope, mayAsk: mayAsk && mayEdit });
  const webhook = useWebhook({ scope, mayAsk, mayEdit, merchant: merchant.data });
  const facts: Facts = {
    hasLink: link.data && link.data.totalElements > 0,
    hasPayIn,
    hasKey: key.isSet,
    hasWebhook: webhook.isSet,
    hasUsers: people.data && people.data.length > 1,
    hasFactor: factor.data && factor.data.kind !== 'NONE',
  };
  const asked: UseQueryResult<unknown>[] = [
    ...(mayLink ? [link] : []),
    ...(mayEdit ? key.asked : []),
    ...(mayManage ? [people] : []),
    ...(hasFactor === true ? [factor] : []),
    ...(webhook.asked ? [webhook.asked] : []),
    merchant,
  ];
  const failed = asked.filter(({ error, data }) => error && !data);
  const isRead =
    hasPayIn !== undefined &&
    hasFactor !== undefined &&
    webhook.isKnown &&
    (key.isKnown || !mayEdit) &&
    asked.every(({ data }) => data !== undefined);
  const steps = isRead ? toSteps(facts, (anyOf) => isPermitted(authorities, anyOf)) : undefined;
  return { steps, failed };
}

/** Whether a server can sign in with a key: the primary, the secondary or a named one. A key of a tool is not for servers. */
function useKey({ scope, mayAsk }: Pick<StepsAsked, 'scope' | 'mayAsk'>) {
  const pair = useQuery({ ...apiKeysQuery(scope), enabled: mayAsk });
  const hasEither = pair.data && (pair.data.primaryKey.isSet || pair.data.secondaryKey.isSet);
  const hasNamed = useCapability(namedKeysCall);
  const needsNamed = hasEither === false && hasNamed === true;
  const named = useQuery({ ...namedKeysQuery(scope), enabled: mayAsk && needsNamed });
  const hasNamedKey = named.data?.some(({ scopes }) => scopes.some((each) => each !== 'TOOL'));
  return {
    isSet: needsNamed ? hasNamedKey : hasEither,
    isKnown: hasEither === true || hasNamed !== undefined,
    asked: needsNamed ? [pair, named] : [pair],
  };
}

interface WebhookAsked extends Pick<StepsAsked, 'scope' | 'mayAsk'> {
  mayEdit: boolean;
  merchant: Merchant | undefined;
}

/** Whether the application has a webhook URL, or an endpoint whose address is confirmed. `isSet` is undefined where the role may not read it. */
function useWebhook({ scope, mayAsk, mayEdit, merchant }: WebhookAsked) {
  const application = merchant?.applications.find((each) => each.applicationId === scope.applicationId);
  const hasUrl = Boolean(application?.paymentStatusWebhookUrl?.trim());
  const hasEndpoints = useCapability(endpointsCall);
  const needsEndpoints = application !== undefined && !hasUrl && hasEndpoints === true;
  const canAsk = needsEndpoints && mayEdit;
  const endpoints = useQuery({ ...endpointsQuery(scope), enabled: mayAsk && canAsk });
  const hasConfirmed = endpoints.data?.some(({ confirmedAtUtc }) => confirmedAtUtc !== null);
  return {
    isSet: needsEndpoints ? hasConfirmed : application && hasUrl,
    isKnown: hasUrl || hasEndpoints !== undefined,
    asked: canAsk ? endpoints : undefined,
  };
}

interface StepSpec extends Pick<Step, 'name' | 'detail'> {
  href: () => string;
  fact: Fact;
  /** The authorities that allow the step; all users if omitted. */
  anyOf?: readonly Authority[];
}
type Fact = 'hasLink' | 'hasPayIn' | 'hasKey' | 'hasWebhook' | 'hasUsers' | 'hasFactor';
type Facts = Record<Fact, boolean | undefined>;

const specs: readonly StepSpec[] = [
  {
    name: 'Create a payment link',
    detail: 'Take a payment without writing any code.',
    href: newLinkHref,
    fact: 'hasLink',
    anyOf: linkMakers,
  },
  {
    name: 'Receive your first payment',
    detail: 'Send your link to a customer, or pay it yourself.',
    href: payByLinkHref,
    fact: 'hasPayIn',
    anyOf: linkMakers,
  },
  {
    name: 'Create an application key',
    detail: 'Your server signs in to the API with it. Keys are in Settings, Security.',
    href: newKeyHref,
    fact: 'hasKey',
    anyOf: editors,
  },
  {
    name: 'Set a webhook URL',
    detail: 'We notify your server when a payment completes or fails.',
    href: () => settingsHref('webhooks-callbacks'),
    fact: 'hasWebhook',
    anyOf: editors,
  },
  {
    name: 'Invite your team',
    detail: 'Everyone signs in as themselves, with their own role.',
    href: newUserHref,
    fact: 'hasUsers',
    anyOf: managers,
  },
  {
    name: 'Protect your sign-in',
    detail: 'Add a second step to your password.',
    href: accountHref,
    fact: 'hasFactor',
  },
];
const sandboxPayment = 'Open your link and pay it at a simulated bank. No real money moves.';

function toSteps(facts: Facts, may: (anyOf: readonly Authority[]) => boolean): Step[] {
  const isSandbox = environmentLabel(readSettings().apiBaseUrl) === 'Sandbox';
  return (
    specs
      // A step with an unknown state is listed only before the first payment, and the second factor only where the
      // deployment supports it.
      .filter(({ fact }) => facts[fact] !== undefined || (facts.hasPayIn === false && fact !== 'hasFactor'))
      .map(({ name, detail, href, fact, anyOf }) => ({
        name,
        detail: isSandbox && fact === 'hasPayIn' ? sandboxPayment : detail,
        href: href(),
        isDone: facts[fact],
        whoCan: anyOf && !may(anyOf) ? (anyOf === linkMakers ? onlyLinkMakers : onlyEditors) : undefined,
      }))
  );
}

function firstLinkQuery({ merchantId, applicationId }: Scope) {
  // The same request as the list's first page, because a provider may support no other (§9 Pay-by-link).
  const startDateTimeUtc = `${addDays(utcDay(Date.now()), -365)}T00:00:00.000`;
  const query = { applicationId, startDateTimeUtc, showOnlyLinks: true, showNotStarted: true, page: 0, size: 20 };
  return queryOptions({
    // Shares the list's key, so that a new link refetches this too.
    queryKey: paymentLinkListKeys.of('first', merchantId, query),
    queryFn: ({ signal }) => call(listPaymentLinks, { query, signal, applicationId }),
  });
}
