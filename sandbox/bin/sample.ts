import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { SandboxControlClient } from '@platform/sandbox-control';
import { hasOnlySampleData, sampleOrganization } from '../market/sample-organization.js';
import type { Sandbox } from '../start.js';

/** Credentials of the sample project, and of a sample user of the exchange. */
export interface SampleCredentials {
  readonly project: string;
  readonly keyName: string;
  readonly keySecret: string;
  readonly walletSecret: string;
  readonly clientKey: string;
  readonly exchange: ExchangeCredentials;
}

/** A key of the sample user's default profile. */
export interface ExchangeCredentials {
  readonly user: string;
  readonly profile: string;
  readonly keyName: string;
  readonly secret: string;
  readonly passphrase: string;
}

/**
 * Creates a project and a user of the exchange in the sample organisation, and their keys, if there is nothing else. Secrets can be read
 * only once, so they are kept in a file that only its owner can read. Returns `undefined` if there is no sample.
 */
export async function sampleCredentials(
  { controlUrl, token }: Sandbox,
  file: string | undefined,
): Promise<SampleCredentials | undefined> {
  const control = new SandboxControlClient({ baseUrl: controlUrl, credentials: { token } });
  const kept = await keptCredentials(control, file);
  if (kept !== undefined) return kept;
  const { tenancy } = control;
  if (!(await hasOnlySampleData(control))) return undefined;
  const { id: organizationId } = await sampleOrganization(control);
  const { id: project } = await tenancy.createProject({ organizationId, name: 'Sample' });
  const key = await tenancy.createSecretApiKey(project, { label: 'sample' });
  const wallet = await tenancy.createWalletSecret(project);
  const client = await tenancy.createClientApiKey(project, { label: 'sample' });
  return keep(file, {
    project,
    keyName: key.name,
    keySecret: key.secret,
    walletSecret: wallet.secret,
    clientKey: client.key,
    exchange: await sampleUser(control, organizationId),
  });
}

/** The credentials that an earlier start has kept. A journal that is older than the exchange gets a user in the sample organisation. */
async function keptCredentials(
  control: SandboxControlClient,
  file: string | undefined,
): Promise<SampleCredentials | undefined> {
  if (file === undefined || !existsSync(file)) return undefined;
  const { exchange, ...kept } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Partial<SampleCredentials> & Omit<SampleCredentials, 'exchange'>;
  if (exchange !== undefined) return { ...kept, exchange };
  const project = (await control.tenancy.listProjects()).find(({ id }) => id === kept.project);
  if (project === undefined) return undefined;
  return keep(file, { ...kept, exchange: await sampleUser(control, project.organizationId) });
}

/** Funds of the sample user, by currency. */
const funds = { USD: '1000000', USDC: '1000000', BTC: '25', ETH: '400' };

/** Creates a user of the exchange with funds, and a key that has all permissions. */
async function sampleUser(
  { exchange }: SandboxControlClient,
  organizationId: string,
): Promise<ExchangeCredentials> {
  const user = await exchange.createUser(organizationId, { name: 'Sample' });
  const { id: profile } = user.profile;
  for (const [currency, amount] of Object.entries(funds))
    await exchange.creditProfile(profile, { currency, amount });
  const { name, secret, passphrase } = await exchange.createKey(profile, { label: 'sample' });
  return { user: user.id, profile, keyName: name, secret, passphrase };
}

function keep(file: string | undefined, credentials: SampleCredentials): SampleCredentials {
  if (file !== undefined)
    writeFileSync(file, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  return credentials;
}
