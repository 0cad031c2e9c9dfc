import type { SandboxControlClient } from '@platform/sandbox-control';
import { exchangeKey, ExchangeClient } from '@platform/exchange';
import type { Timers } from '@tallystick/runtime';
import { sampleOrganization } from './sample-organization.js';
import { marketFunds } from './products.js';

/** What the bots do. Each has a profile of its own, so that they trade with one another. */
export const roles = ['maker', 'taker', 'noise', 'trend'] as const;

/** Name of a bot. */
export type Role = (typeof roles)[number];

/** Name of the bots' user, and label of their keys. */
const name = 'Market';

/** Clients of the exchange, by the bot that uses them. */
export type RoleClients = Readonly<Record<Role, ExchangeClient>>;

/** Where the bots trade. */
export interface Venue {
  /** URL of the exchange's REST API. */
  readonly url: string;
  readonly control: SandboxControlClient;
  readonly timers: Timers;
  /** What the owner of a key signs with. */
  readonly secretsOf: (key: string) => { readonly secret: string; readonly passphrase: string };
  /** Called with the name of each key before it is used. */
  readonly onKey: (key: string) => void;
}

/**
 * Finds the user of the bots in the sample organisation, with its profiles, keys and funds, and creates what is missing. A market that was
 * stopped halfway goes on from there.
 */
export async function roleClients(venue: Venue): Promise<RoleClients> {
  const { exchange } = venue.control;
  const { id: organization } = await sampleOrganization(venue.control);
  const known = (await exchange.listUsers(organization)).find((user) => user.name === name);
  const user = known ?? (await exchange.createUser(organization, { name }));
  const profiles = await exchange.listProfiles(user.id);
  const clientOf = async (role: Role): Promise<ExchangeClient> => {
    const found = profiles.find((profile) => profile.name === role && profile.isActive);
    const profile = found ?? (await exchange.createProfile(user.id, { name: role }));
    return clientOfProfile(venue, profile.id);
  };
  const [maker, taker, noise, trend] = await Promise.all([
    clientOf('maker'),
    clientOf('taker'),
    clientOf('noise'),
    clientOf('trend'),
  ]);
  return { maker, taker, noise, trend };
}

async function clientOfProfile(
  { url, control, timers, secretsOf, onKey }: Venue,
  profile: string,
): Promise<ExchangeClient> {
  const { exchange } = control;
  const known = (await exchange.listKeys(profile)).find(({ label }) => label === name);
  const permissions = ['view', 'trade'] as const;
  const key = known ?? (await exchange.createKey(profile, { label: name, permissions }));
  onKey(key.name);
  const client = new ExchangeClient({
    baseUrl: url,
    credentials: {
      exchangeKey: exchangeKey({ key: key.name, ...secretsOf(key.name) }, { clock: timers }),
    },
    timers,
    retry: false,
  });
  const balances = new Map<string, number>();
  for (const { currency, balance } of await client.accounts.list())
    balances.set(currency, Number(balance));
  for (const [currency, amount] of Object.entries(marketFunds))
    if ((balances.get(currency) ?? 0) < amount / 10)
      await exchange.creditProfile(profile, { currency, amount: String(amount) });
  return client;
}
