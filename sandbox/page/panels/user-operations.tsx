import type { UserOperationDetails } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { control } from '../control.js';
import { useLive } from '../live.js';
import {
  ActionButton,
  Badge,
  Code,
  DangerButton,
  Facts,
  List,
  Problem,
  Progress,
  Section,
  TextForm,
  Time,
  type Tone,
  useAction,
} from '../parts.js';
import type { PanelProps } from './panel.js';

type Status = UserOperationDetails['status'];

const tones: Readonly<Record<Status, Tone>> = {
  pending: 'plain',
  signed: 'busy',
  broadcast: 'busy',
  complete: 'good',
  failed: 'bad',
};

const order: readonly Status[] = ['pending', 'signed', 'broadcast', 'complete'];

/** User operations and their steps. */
export function UserOperationsPanel({ projectId }: PanelProps): JSX.Element {
  const operations = useLive(`operations ${projectId}`, () =>
    control.userOperations.list(projectId),
  );
  return (
    <Section title="User operations" aside={<Mode />}>
      <List
        loaded={operations}
        keyOf={({ userOpHash }) => userOpHash}
        empty="None yet. Prepare one for a smart account to see it here."
      >
        {(operation) => <Operation operation={operation} />}
      </List>
    </Section>
  );
}

/** Whether the steps follow by themselves. */
function Mode(): JSX.Element {
  const { value, problem } = useLive('mode', () => control.userOperations.getMode());
  const action = useAction();
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          disabled={value === undefined}
          checked={value?.mode === 'automatic'}
          onChange={({ currentTarget: { checked } }) =>
            action.run(() =>
              control.userOperations.setMode({
                ...value,
                mode: checked ? 'automatic' : 'manual',
              }),
            )
          }
        />
        Steps follow by themselves
      </label>
      <Problem text={action.problem ?? problem} />
    </>
  );
}

function Operation({ operation }: { readonly operation: UserOperationDetails }): JSX.Element {
  const { userOpHash, address, network, status, nonce, transactionHash } = operation;
  // A failed operation shows the end that it had.
  const states = status === 'failed' ? [...order.slice(0, -1), status] : order;
  return (
    <>
      <div class="card-head">
        <h3>
          Nonce {nonce} on {network}
        </h3>
        <Badge tone={tones[status]}>{status}</Badge>
      </div>
      <Progress states={states} current={states.indexOf(status)} tone={tones[status]} />
      <Steps operation={operation} />
      <Facts
        rows={[
          ['Hash', <Code text={userOpHash} name="the hash of the operation" />],
          ['Smart account', <code>{address}</code>],
          ...(transactionHash === undefined
            ? []
            : [
                [
                  'Transaction',
                  <Code text={transactionHash} name="the hash of the transaction" />,
                ] as const,
              ]),
          ['Changed', <Time at={operation.updatedAt} />],
        ]}
      />
    </>
  );
}

/** What can be done next by hand. */
function Steps({ operation }: { readonly operation: UserOperationDetails }): JSX.Element | null {
  const { userOpHash: hash, status } = operation;
  const { userOperations } = control;
  switch (status) {
    case 'pending':
      return (
        <details>
          <summary>Sign by hand</summary>
          <TextForm
            label="Signature of the owner over the hash"
            button="Sign"
            submit={(signature) => userOperations.sign(hash, { signature })}
          />
        </details>
      );
    case 'signed':
      return (
        <div class="buttons">
          <ActionButton work={() => userOperations.broadcast(hash)}>Broadcast</ActionButton>
        </div>
      );
    case 'broadcast':
      return (
        <div class="buttons">
          <ActionButton work={() => userOperations.include(hash, { success: true })}>
            Include
          </ActionButton>
          <ActionButton work={() => userOperations.include(hash, { success: false })}>
            Include reverted
          </ActionButton>
          <DangerButton
            work={() => userOperations.drop(hash)}
            question="Drop it?"
            label="Drop the operation"
          >
            Drop
          </DangerButton>
        </div>
      );
    default:
      return null;
  }
}
