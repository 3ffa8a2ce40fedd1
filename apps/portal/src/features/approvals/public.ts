export { ApprovalOf, WaitsNotice } from './approval-note.tsx';
export { useApprovalAbove, waitingQuery } from './approvals-query.ts';
export { ApprovalPolicySection } from './policy-section.tsx';
