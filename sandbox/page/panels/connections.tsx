import type { OpenConnection } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { Badge, Facts, List, Section, Time } from '../parts.js';

const kinds: Readonly<Record<OpenConnection['kind'], string>> = {
  feed: 'Feed',
  direct: 'Direct feed',
  'orders-5.0': 'FIX 5.0 SP2 orders',
  'orders-4.2': 'FIX 4.2 orders',
  snapshots: 'FIX market data',
  increments: 'FIX market data without snapshots',
};

/** FIX sessions, and connections of the feed with their subscriptions. */
export function ConnectionsPanel(): JSX.Element {
  const { value, problem } = useLive('connections', () => control.activity.listConnections());
  const shown = (isFeed: boolean) => ({
    value: value?.filter(({ kind }) => isFeed === (kind === 'feed' || kind === 'direct')),
    problem,
  });
  return (
    <>
      <Section title="FIX sessions">
        <List
          loaded={shown(false)}
          keyOf={({ id }) => String(id)}
          empty="None is open. The addresses of the gateways are printed when the sandbox starts."
        >
          {(connection) => <Connection connection={connection} />}
        </List>
      </Section>
      <Section title="Feed connections">
        <List loaded={shown(true)} keyOf={({ id }) => String(id)} empty="None is open.">
          {(connection) => <Connection connection={connection} />}
        </List>
      </Section>
    </>
  );
}

function Connection({ connection }: { readonly connection: OpenConnection }): JSX.Element {
  const { kind, openedAt, address, profileId, keyName, subscriptions } = connection;
  const { dropCopy, cancelsOnDisconnect: cancels } = connection;
  return (
    <>
      <div class="card-head">
        <h3>{kinds[kind]}</h3>
        {dropCopy === true && <Badge tone="plain">drop copy</Badge>}
        {cancels !== undefined && <Badge tone="busy">cancels orders of the {cancels}</Badge>}
        {kind === 'feed' && profileId === undefined && <Badge tone="plain">without a key</Badge>}
      </div>
      {subscriptions.length > 0 && (
        <ul class="chips">
          {subscriptions.map(({ channel, keys }) => (
            <li key={channel}>
              <b>{channel}</b> {keysText(keys)}
            </li>
          ))}
        </ul>
      )}
      <Facts
        rows={[
          ...(keyName === undefined ? [] : [['Key', <code>{keyName}</code>] as const]),
          ...(profileId === undefined ? [] : [['Profile', <code>{profileId}</code>] as const]),
          ...(address === undefined ? [] : [['From', <code>{address}</code>] as const]),
          ['Opened', <Time at={openedAt} />],
        ]}
      />
    </>
  );
}

/** Number of keys that are named. */
const named = 6;

function keysText(keys: readonly string[]): string {
  const more = keys.length - named;
  return `${keys.slice(0, named).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
