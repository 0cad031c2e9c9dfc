import type {
  AccountList,
  ConsideredRule,
  ExplainPoliciesRequest,
  PolicyVerdict,
} from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { Badge, Problem, Section, useAction } from '../parts.js';
import type { PanelProps } from './panel.js';

type Operation = ExplainPoliciesRequest['operation'];

const operations: Readonly<Record<Operation, string>> = {
  signEvmTransaction: 'Sign an EVM transaction',
  sendEvmTransaction: 'Send an EVM transaction',
  signSolTransaction: 'Sign a Solana transaction',
};

/** Says what the policies decide about a transaction, and why. Nothing is signed. */
export function RuleTester({
  projectId,
  onVerdict,
}: PanelProps & {
  /** Gets the rules that were considered. */
  readonly onVerdict: (considered: readonly ConsideredRule[]) => void;
}): JSX.Element {
  const { value: accounts } = useLive(`accounts ${projectId}`, () =>
    control.accounts.list(projectId),
  );
  const [operation, setOperation] = useState<Operation>('signEvmTransaction');
  const [address, setAddress] = useState('');
  const [transaction, setTransaction] = useState('');
  const [verdict, setVerdict] = useState<PolicyVerdict>();
  const action = useAction();
  const suggestions = useId();
  const show = (result: PolicyVerdict | undefined): void => {
    setVerdict(result);
    onVerdict(result?.considered ?? []);
  };
  const test = async (): Promise<void> => {
    show(undefined);
    const request = { operation, address: address.trim(), transaction: transaction.trim() };
    show(await control.accounts.explainPolicies(projectId, request));
  };
  return (
    <Section title="Rule tester">
      <form
        class="tester"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(test);
        }}
      >
        <label>
          What would be done
          <select
            value={operation}
            onChange={({ currentTarget }) => {
              const chosen = Object.keys(operations).find(
                (each): each is Operation => each === currentTarget.value,
              );
              if (chosen !== undefined) setOperation(chosen);
            }}
          >
            {Object.entries(operations).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label>
          Account
          <input
            required
            autocomplete="off"
            spellcheck={false}
            list={suggestions}
            value={address}
            placeholder="Its address"
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
          />
          <datalist id={suggestions}>
            {suggested(accounts, operation).map(({ address, name }) => (
              <option key={address} value={address}>
                {name ?? 'Unnamed'}
              </option>
            ))}
          </datalist>
        </label>
        <label class="wide">
          Transaction
          <textarea
            required
            rows={4}
            spellcheck={false}
            value={transaction}
            placeholder={
              operation === 'signSolTransaction'
                ? 'The transaction in base64'
                : 'The unsigned EIP-1559 transaction: 0x02…'
            }
            onInput={({ currentTarget }) => setTransaction(currentTarget.value)}
          />
        </label>
        <button type="submit" class="main" aria-disabled={action.isBusy}>
          Explain
        </button>
      </form>
      <Problem text={action.problem} />
      <div role="status">{verdict !== undefined && <Verdict verdict={verdict} />}</div>
    </Section>
  );
}

function suggested(accounts: AccountList | undefined, operation: Operation): AccountList['evm'] {
  return (operation === 'signSolTransaction' ? accounts?.solana : accounts?.evm) ?? [];
}

function Verdict({ verdict }: { readonly verdict: PolicyVerdict }): JSX.Element {
  const { action, considered } = verdict;
  return (
    <div class={`verdict ${action === 'accept' ? 'good' : 'bad'}`}>
      <p>
        <Badge tone={action === 'accept' ? 'good' : 'bad'}>{action}</Badge> {reasonText(verdict)}
      </p>
      {considered.length > 0 && (
        <ol>
          {considered.map((rule, index) => (
            <li key={index}>
              {ruleName(rule)} ({rule.action}): {matchText(rule)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function reasonText({ action, reason, considered }: PolicyVerdict): string {
  const last = considered.at(-1);
  const rule = last === undefined ? 'A rule' : ruleName(last);
  switch (reason) {
    case 'rule':
      return `${rule} decides: all of its criteria hold, and it says "${action}".`;
    case 'no-match':
      return 'There are policies, but no rule about this operation matches, so it is rejected.';
    case 'no-policy':
      return 'No policy applies to this account, so everything is accepted.';
    case 'undecidable':
      return `Whether ${rule} matches cannot be known from the transaction, so it is rejected.`;
  }
}

function ruleName({ policyId, rule }: ConsideredRule): string {
  return `Rule ${rule + 1} of policy ${policyId.slice(0, 8)}…`;
}

function matchText({ criteria }: ConsideredRule): string {
  if (criteria.every((holds) => holds === true)) return 'matches';
  const failed = criteria.findIndex((holds) => holds === false);
  return failed === -1
    ? `criterion ${criteria.indexOf(null) + 1} cannot be known`
    : `criterion ${failed + 1} does not hold`;
}
