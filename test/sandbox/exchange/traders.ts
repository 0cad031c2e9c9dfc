import { exchangeKey, ExchangeClient } from '@platform/exchange';
import type { SandboxControlClient } from '@platform/sandbox-control';
import type { TestSandbox } from '../sandbox.js';

/** The part of a sandbox in which users are created. */
type Place = Pick<TestSandbox, 'control' | 'url'>;

/** A user of the exchange with a key of the default profile, and a client that uses it. */
export interface Trader {
  readonly organizationId: string;
  readonly userId: string;
  readonly profileId: string;
  readonly key: TestKey;
  readonly exchange: ExchangeClient;
}

/** An exchange key with what its owner signs with. */
export interface TestKey {
  readonly name: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** Restrictions of a key. */
export type ExchangeKeyOptions = Omit<
  Parameters<SandboxControlClient['exchange']['createKey']>[1],
  'label'
>;

/** Creates a user in an organisation of its own. */
export async function testTrader(
  sandbox: Place,
  options: ExchangeKeyOptions & {
    readonly country?: string;
    /** Amounts that are credited, by currency. */
    readonly funds?: Readonly<Record<string, string>>;
  } = {},
): Promise<Trader> {
  const { country, funds = {}, ...restrictions } = options;
  const { control, url } = sandbox;
  const { id: organizationId } = await control.tenancy.createOrganization({ name: 'Acme' });
  const user = await control.exchange.createUser(organizationId, {
    name: 'Ada',
    ...(country === undefined ? {} : { country }),
  });
  const profileId = user.profile.id;
  const key = await newKey(sandbox, profileId, restrictions);
  for (const [currency, amount] of Object.entries(funds))
    await control.exchange.creditProfile(profileId, { currency, amount });
  const exchange = exchangeOf(url, key);
  return { organizationId, userId: user.id, profileId, key, exchange };
}

/** Creates another key of a profile. */
export function newKey(
  { control }: Place,
  profileId: string,
  options: ExchangeKeyOptions = {},
): Promise<TestKey> {
  return control.exchange.createKey(profileId, { label: 'test', ...options });
}

/** Funds for orders of BTC-USD. */
export const rich: Readonly<Record<string, string>> = { USD: '1000000', BTC: '100' };

/** The status of a refusal with its message. */
export function refusalOf(outcome: object): readonly [status: unknown, message: unknown] {
  const { status, value } = outcome as { readonly status?: unknown; readonly value?: unknown };
  const { message } = (value ?? {}) as { readonly message?: unknown };
  return [status, message];
}

/** A client of the exchange's REST API. */
export function exchangeOf(url: string, { name, secret, passphrase }: TestKey): ExchangeClient {
  return new ExchangeClient({
    baseUrl: url,
    credentials: { exchangeKey: exchangeKey({ key: name, secret, passphrase }) },
  });
}

/** Advances a stopped clock to the last millisecond at which something is not older than an age. */
export async function stepToAge(
  { control }: Place,
  time: string,
  milliseconds: number,
): Promise<void> {
  const { now } = await control.clock.get();
  // Times have microseconds, and the clock stops at milliseconds.
  const left = Date.parse(time) + milliseconds - Date.parse(now);
  if (left > 0) await control.clock.step({ milliseconds: left });
}
