import type { ClientApiKey, SecretApiKey } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { control } from '../control.js';
import { useLive } from '../live.js';
import {
  ActionButton,
  Badge,
  Code,
  DangerButton,
  Facts,
  List,
  Section,
  TextForm,
  Time,
} from '../parts.js';
import type { PanelProps } from './panel.js';
import { type NewSecret, SecretOnce } from './secret-once.js';

/** The keys of a project. */
export function KeysPanel({ projectId }: PanelProps): JSX.Element {
  const [secret, setSecret] = useState<NewSecret>();
  return (
    <>
      {secret !== undefined && <SecretOnce secret={secret} onDone={() => setSecret(undefined)} />}
      <SecretKeys projectId={projectId} onSecret={setSecret} />
      <WalletSecret projectId={projectId} onSecret={setSecret} />
      <ClientKeys projectId={projectId} />
    </>
  );
}

interface SecretProps extends PanelProps {
  /** Gets a secret that was created, which cannot be read again. */
  readonly onSecret: (secret: NewSecret) => void;
}

function SecretKeys({ projectId, onSecret }: SecretProps): JSX.Element {
  const { tenancy } = control;
  const keys = useLive(`secret keys ${projectId}`, () => tenancy.listSecretApiKeys(projectId));
  const create = async (label: string): Promise<void> => {
    const { name, secret } = await tenancy.createSecretApiKey(projectId, { label });
    onSecret({
      title: `Secret API Key "${label}"`,
      values: [
        ['BEARER_KEY_NAME', name],
        ['BEARER_KEY_SECRET', secret],
      ],
    });
  };
  return (
    <Section title="Secret API Keys">
      <TextForm label="Label of a new key" button="Create" submit={create} />
      <List loaded={keys} keyOf={({ name }) => name} empty="The project has none.">
        {(key) => <SecretKeyCard projectId={projectId} secretKey={key} />}
      </List>
    </Section>
  );
}

function SecretKeyCard({
  projectId,
  secretKey: { name, label, algorithm, permissions, addresses, createdAt },
}: PanelProps & { readonly secretKey: SecretApiKey }): JSX.Element {
  return (
    <>
      <div class="card-head">
        <h3>{label}</h3>
        <Badge tone="plain">{algorithm}</Badge>
        <DangerButton
          work={() => control.tenancy.deleteSecretApiKey(projectId, name)}
          question="Delete the key?"
          label={`Delete the key ${label}`}
        >
          Delete
        </DangerButton>
      </div>
      <Code text={name} name="the name of the key" />
      <Facts
        rows={[
          ['Permissions', permissions?.join(', ') ?? 'all'],
          ['Accepted from', addresses?.join(', ') ?? 'anywhere'],
          ['Created', <Time at={createdAt} />],
        ]}
      />
    </>
  );
}

function WalletSecret({ projectId, onSecret }: SecretProps): JSX.Element {
  const { tenancy } = control;
  const create = async (): Promise<void> => {
    const { secret } = await tenancy.createWalletSecret(projectId);
    onSecret({ title: 'Wallet Secret', values: [['WALLET_AUTH_SECRET', secret]] });
  };
  return (
    <Section title="Wallet Secret">
      <p class="quiet">A project has at most one. Signatures need it.</p>
      <div class="buttons">
        <ActionButton work={create} label="Create the Wallet Secret">
          Create
        </ActionButton>
        <DangerButton
          work={() => tenancy.revokeWalletSecret(projectId)}
          question="Revoke the secret?"
          label="Revoke the Wallet Secret"
        >
          Revoke
        </DangerButton>
      </div>
    </Section>
  );
}

function ClientKeys({ projectId }: PanelProps): JSX.Element {
  const { tenancy } = control;
  const keys = useLive(`client keys ${projectId}`, () => tenancy.listClientApiKeys(projectId));
  return (
    <Section title="Client API Keys">
      <TextForm
        label="Label of a new client key"
        button="Create"
        submit={(label) => tenancy.createClientApiKey(projectId, { label })}
      />
      <List loaded={keys} keyOf={({ id }) => id} empty="The project has none. JSON-RPC needs one.">
        {(key) => <ClientKeyCard projectId={projectId} clientKey={key} />}
      </List>
    </Section>
  );
}

function ClientKeyCard({
  projectId,
  clientKey: { id, label, key, createdAt },
}: PanelProps & { readonly clientKey: ClientApiKey }): JSX.Element {
  return (
    <>
      <div class="card-head">
        <h3>{label}</h3>
        <DangerButton
          work={() => control.tenancy.rotateClientApiKey(projectId, id)}
          question="Replace the key?"
          label={`Rotate the key ${label}`}
        >
          Rotate
        </DangerButton>
      </div>
      <Code text={key} name="the key" />
      <Facts rows={[['Created', <Time at={createdAt} />]]} />
    </>
  );
}
