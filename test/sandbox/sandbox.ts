import { headerValue } from '@tallystick/runtime';
import { apiKey, PlatformClient, type Policy, walletSecret } from '@platform/platform';
import { SandboxControlClient } from '@platform/sandbox-control';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index.js';

/** A sandbox for one test, with the client of its control plane. */
export interface TestSandbox extends Sandbox {
  readonly control: SandboxControlClient;
}

/** Starts a sandbox in memory. Close it at the end of the test. */
export async function testSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await startSandbox({ seed: 'test', ...options });
  return { ...sandbox, control: controlOf(sandbox) };
}

/** The client of a sandbox's control plane. */
export function controlOf({ url, token }: Pick<Sandbox, 'url' | 'token'>): SandboxControlClient {
  return new SandboxControlClient({ baseUrl: url, credentials: { token } });
}

/** A project with a key, and a client that uses it. */
export interface TestProject {
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyName: string;
  readonly platform: PlatformClient;
}

/** Restrictions of a key. */
export type KeyOptions = Omit<
  Parameters<SandboxControlClient['tenancy']['createSecretApiKey']>[1],
  'label'
>;

/** Creates an organisation with a project, a key and a Wallet Secret. */
export async function testProject(
  { url, control }: TestSandbox,
  options: KeyOptions = {},
): Promise<TestProject> {
  const organization = await control.tenancy.createOrganization({ name: 'Acme' });
  const organizationId = organization.id;
  const project = await control.tenancy.createProject({ organizationId, name: 'Shop' });
  const wallet = await control.tenancy.createWalletSecret(project.id);
  const key = await control.tenancy.createSecretApiKey(project.id, { label: 'test', ...options });
  const platform = platformOf(url, key.name, key.secret, wallet.secret);
  return { organizationId, projectId: project.id, keyName: key.name, platform };
}

/** A client of the platform. */
export function platformOf(
  url: string,
  keyName: string,
  secret: string,
  wallet: string,
): PlatformClient {
  return new PlatformClient({
    baseUrl: url,
    credentials: { bearer: apiKey(keyName, secret), walletAuth: walletSecret(wallet) },
  });
}

/** An `Authorization` header for a list of policies, made with a new key of the project. */
export async function bearerOf(
  { url, control }: TestSandbox,
  { projectId }: TestProject,
): Promise<string> {
  const { name, secret } = await control.tenancy.createSecretApiKey(projectId, { label: 'bearer' });
  let header = '';
  const client = new PlatformClient({
    baseUrl: url,
    credentials: { bearer: apiKey(name, secret) },
    transport(request) {
      header = headerValue(request.headers, 'authorization') ?? '';
      return Promise.resolve({ status: 200, headers: [], body: '' });
    },
  });
  await client.policies.list.result();
  return header;
}

/** All policies that a client sees. */
export async function policiesOf(platform: PlatformClient): Promise<readonly Policy[]> {
  const policies: Policy[] = [];
  for await (const policy of platform.policies.list()) policies.push(policy);
  return policies;
}
