import type { AccountDetails, SmartAccountDetails } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { Code, Facts, List, Section, Time } from '../parts.js';
import type { PanelProps } from './panel.js';

/** The accounts of a project. */
export function AccountsPanel({ projectId }: PanelProps): JSX.Element {
  const { value, problem } = useLive(`accounts ${projectId}`, () =>
    control.accounts.list(projectId),
  );
  const loaded = <Item,>(items: readonly Item[] | undefined) => ({ value: items, problem });
  return (
    <>
      <Section title="EVM accounts">
        <List
          loaded={loaded(value?.evm)}
          keyOf={({ address }) => address}
          empty="None yet. POST /platform/v2/evm/accounts creates one."
        >
          {(account) => <Account account={account} />}
        </List>
      </Section>
      <Section title="Solana accounts">
        <List
          loaded={loaded(value?.solana)}
          keyOf={({ address }) => address}
          empty="None yet. POST /platform/v2/solana/accounts creates one."
        >
          {(account) => <Account account={account} />}
        </List>
      </Section>
      <Section title="Smart accounts">
        <List
          loaded={loaded(value?.smart)}
          keyOf={({ address }) => address}
          empty="None yet. POST /platform/v2/evm/smart-accounts creates one."
        >
          {(account) => <SmartAccount account={account} />}
        </List>
      </Section>
    </>
  );
}

function Account({ account }: { readonly account: AccountDetails }): JSX.Element {
  const { address, name, policyId, createdAt } = account;
  return (
    <>
      <h3>{name ?? 'Unnamed'}</h3>
      <Code text={address} name="the address" />
      <Facts
        rows={[
          ...(policyId === undefined ? [] : [['Policy', <code>{policyId}</code>] as const]),
          ['Created', <Time at={createdAt} />],
        ]}
      />
    </>
  );
}

function SmartAccount({ account }: { readonly account: SmartAccountDetails }): JSX.Element {
  const { address, owner, name, createdAt } = account;
  return (
    <>
      <h3>{name ?? 'Unnamed'}</h3>
      <Code text={address} name="the address" />
      <Facts
        rows={[
          ['Owner', <code>{owner}</code>],
          ['Created', <Time at={createdAt} />],
        ]}
      />
    </>
  );
}
