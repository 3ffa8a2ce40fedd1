import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ApprovalPolicy, getApprovalPolicy } from '@volume/contract/approvals/policy.ts';
import { listApprovals } from '@volume/contract/approvals/approvals.ts';
import type { QueryOf } from '@volume/contract/endpoint.ts';
import { useEffect } from 'react';
import { onLiveChange } from '#lists/live/live-interval.ts';
import { useCanDo } from '#platform/calls/capabilities.ts';
import { call } from '#platform/provider-api.ts';
import { keysOf, refetch } from '#platform/queries/query-keys.ts';
import {
  approvalKeys,
  overviewKeys,
  payInAccountKeys,
  payInKeys,
  paymentDetailsKeys,
  paymentKeys,
  payoutKeys,
  statementKeys,
} from '#platform/queries/shared-keys.ts';
import { usePermitted } from '#platform/session/use-session.ts';
import { type ApprovalSearch, approvalSearch } from './approval-filters.ts';

type ApprovalQuery = QueryOf<typeof listApprovals>;

export const toApprovalQuery = (search: ApprovalSearch): ApprovalQuery => approvalSearch.toPage(search, '');

export function approvalsQuery(merchantId: string, query: ApprovalQuery) {
  return queryOptions({
    queryKey: approvalKeys.of(merchantId, query),
    queryFn: ({ signal }) => call(listApprovals, { params: { merchantId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The number of waiting approvals, and whether approval is required at all. */
export const waitingQuery = (merchantId: string) =>
  approvalsQuery(merchantId, { state: ['WAITING'], page: 0, size: 1 });

const kinds = ['approvals'] as const;

/** The number of waiting approvals, also after another user's request or decision; undefined while it is unknown. */
export function useWaiting(merchantId: string, isAvailable = true) {
  const { data, refetch } = useQuery({
    ...waitingQuery(merchantId),
    enabled: isAvailable,
    refetchOnWindowFocus: 'always',
  });
  useEffect(
    () => (isAvailable ? onLiveChange(kinds, () => void refetch({ cancelRefetch: false })) : undefined),
    [isAvailable, refetch],
  );
  return data;
}

const policyKeys = keysOf('approval-policy');

export function approvalPolicyQuery(merchantId: string) {
  return queryOptions({
    queryKey: policyKeys.of(merchantId),
    queryFn: ({ signal }) => call(getApprovalPolicy, { params: { merchantId }, signal }),
  });
}

/** The approval threshold of a currency in minor units; undefined when there is none or it is unknown. */
export function useApprovalAbove(merchantId: string | null | undefined, currency: string): number | undefined {
  const mayAsk = usePermitted(['EDIT_SETTINGS']);
  const isSupported = useCanDo(getApprovalPolicy);
  const { data } = useQuery({
    ...approvalPolicyQuery(merchantId ?? ''),
    enabled: mayAsk && isSupported && Boolean(merchantId),
  });
  const thresholds: Partial<Record<string, number | null>> = data?.thresholds ?? ({} satisfies Partial<ApprovalPolicy>);
  return thresholds[currency] ?? undefined;
}

/** Refetches everything that a decision about a payout or a refund changes. */
export function useRefetchApprovals(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  const ofPayouts = [payoutKeys.all, payInAccountKeys.all, statementKeys.all];
  const ofRefunds = [paymentKeys.all, paymentDetailsKeys.all, payInKeys.all];
  return () => refetch(queryClient, approvalKeys.all, ...ofPayouts, ...ofRefunds, overviewKeys.all);
}
