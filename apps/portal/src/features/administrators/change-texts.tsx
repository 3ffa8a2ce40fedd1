import type { Administrator } from '@volume/contract/administrators/administrators.ts';
import { proposalHours } from '@volume/contract/administrators/labels.ts';
import type { ReactNode } from 'react';
import { noMailHere } from '#platform/calls/demo.ts';
import { personName, proposedText } from './administrator-labels.ts';

export type AdministratorAction =
  | 'disable'
  | 'enable'
  | 'reset'
  | 'resend'
  | 'withdraw-invitation'
  | 'confirm'
  | 'withdraw';

interface ChangeTexts {
  title: ReactNode;
  description: ReactNode;
  /** The label of the button. */
  action: string;
  /** Shown afterwards. */
  done: string;
  /** Shown after a refusal. */
  undone: string;
  isDangerous?: boolean;
}

const second = `A second administrator has to confirm within ${proposalHours} hours; until then nothing changes. We’ll email the other administrators.${noMailHere}`;
const nothing = 'Nothing was changed.';

export function changeTexts(action: AdministratorAction, administrator: Administrator): ChangeTexts {
  const name = <bdi>{personName(administrator)}</bdi>;
  switch (action) {
    case 'disable':
      return disableTexts(administrator, name);
    case 'reset':
      return {
        title: <>Propose to reset the second factor of {name}?</>,
        description: `For someone who has lost it together with their recovery codes. Make sure the request really comes from them. ${second}`,
        action: 'Propose to reset',
        done: 'Proposed: a second administrator must confirm it',
        undone: nothing,
        isDangerous: true,
      };
    case 'enable':
      return {
        title: <>Enable {name}?</>,
        description: `They can sign in again with the same password and second factor. We’ll email the other administrators.${noMailHere}`,
        action: 'Enable administrator',
        done: 'Administrator enabled',
        undone: 'They are still disabled.',
      };
    case 'resend':
      return {
        title: <>Resend the invitation to {name}?</>,
        description: `We’ll email a new link. The previous link will stop working.${noMailHere}`,
        action: 'Resend invitation',
        done: 'Invitation resent',
        undone: 'No email was sent.',
      };
    case 'withdraw-invitation':
      return {
        title: <>Withdraw the invitation of {name}?</>,
        description: 'Their link will stop working and they are removed from this list. You can invite them again.',
        action: 'Withdraw invitation',
        done: 'Invitation withdrawn',
        undone: 'The invitation is still open.',
        isDangerous: true,
      };
    case 'confirm':
      return confirmTexts(administrator, name);
    case 'withdraw':
      return {
        title: 'Withdraw this proposal?',
        description: (
          <>
            Nothing changes for {name}. We’ll email the other administrators.{noMailHere}
          </>
        ),
        action: 'Withdraw proposal',
        done: 'Proposal withdrawn',
        undone: 'The proposal is still waiting.',
      };
  }
}

function disableTexts({ access }: Administrator, name: ReactNode): ChangeTexts {
  const ends = 'They will be signed out of all devices and can’t sign in.';
  if (access === 'READ_ONLY') {
    return {
      title: <>Disable {name}?</>,
      description: `${ends} You can enable them again at any time.`,
      action: 'Disable administrator',
      done: 'Administrator disabled',
      undone: 'They are still enabled.',
      isDangerous: true,
    };
  }
  return {
    title: <>Propose to disable {name}?</>,
    description: `${ends} ${second}`,
    action: 'Propose to disable',
    done: 'Proposed: a second administrator must confirm it',
    undone: nothing,
    isDangerous: true,
  };
}

function confirmTexts({ proposal }: Administrator, name: ReactNode): ChangeTexts {
  const isDisabling = proposal?.action === 'DISABLE';
  const by = proposal && (
    <>
      <bdi>{personName(proposal.proposedBy)}</bdi> proposed to {proposedText(proposal)}.{' '}
    </>
  );
  return {
    title: isDisabling ? <>Disable {name}?</> : <>Reset the second factor of {name}?</>,
    description: (
      <>
        {by}
        {isDisabling
          ? 'They will be signed out of all devices immediately and can’t sign in.'
          : 'They will be signed out of all devices immediately, and can sign in with only their password to set up a new one. Make sure the request really comes from them.'}
      </>
    ),
    action: isDisabling ? 'Confirm and disable' : 'Confirm and reset',
    done: isDisabling ? 'Administrator disabled' : 'Second factor reset',
    undone: nothing,
    isDangerous: true,
  };
}
