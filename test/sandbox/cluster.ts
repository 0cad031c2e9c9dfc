import { apiKey, PlatformClient, type Policy, walletSecret } from '@platform/platform';
import { expect } from 'vitest';
import { type SandboxProcess, startProcess } from './built.js';
import type { Schemas } from './postgres.js';
import { controlOf } from './sandbox.js';

/** A rule of the policies that these tests create. */
export const rule = {
  action: 'accept',
  operation: 'signEvmTransaction',
  criteria: [{ type: 'ethValue', ethValue: '1', operator: '<=' }],
} as const;

/** Credentials of a project. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
  readonly wallet: string;
}

/** Processes on one journal, of which the test knows the leader. */
export class Cluster {
  readonly #schemas: Schemas;
  readonly #url: string;
  readonly #words: readonly string[];
  readonly processes: SandboxProcess[] = [];
  readonly #killed = new Set<SandboxProcess>();

  /** @param words that each process is started with, after the journal and the seed */
  constructor(schemas: Schemas, ...words: readonly string[]) {
    this.#schemas = schemas;
    this.#url = schemas.next();
    this.#words = words;
  }

  async start(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) this.processes.push(await this.startProcess());
  }

  startProcess(): Promise<SandboxProcess> {
    return startProcess('--journal', this.#url, '--seed', 'failover', ...this.#words);
  }

  async leader(): Promise<SandboxProcess> {
    const [row] = await this.#schemas.query(this.#url, 'select address from $s.leader');
    const { address } = row as { readonly address: string };
    const found = this.processes.find(({ url }) => url === address);
    if (found === undefined) throw new Error(`No process has the address ${address}.`);
    return found;
  }

  /** Ends the leader at once, and returns it. */
  async killLeader(): Promise<SandboxProcess> {
    const leader = await this.leader();
    this.#killed.add(leader);
    await leader.kill();
    return leader;
  }

  /** True if a process leads that was not killed. */
  async hasLeader(): Promise<boolean> {
    return !this.#killed.has(await this.leader());
  }

  async followers(): Promise<readonly SandboxProcess[]> {
    const leader = await this.leader();
    return this.processes.filter((each) => each !== leader);
  }

  query(text: string, connection: Schemas = this.#schemas): Promise<readonly unknown[]> {
    return connection.query(this.#url, text);
  }

  async replace(ended: SandboxProcess): Promise<void> {
    this.processes.splice(this.processes.indexOf(ended), 1, await this.startProcess());
  }

  /** Ends all processes that still run, at once. */
  async kill(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.kill()));
  }

  async stop(): Promise<void> {
    const statuses = await Promise.all(this.processes.map((each) => each.stop()));
    if (statuses.some((status) => status !== 0))
      throw new Error(`The processes ended with ${statuses.join(', ')}.`);
  }
}

/** Creates a project with a key, on any process. */
export async function createProject(process: SandboxProcess): Promise<Credentials> {
  const { tenancy } = controlOf(process);
  const { id: organizationId } = await tenancy.createOrganization({ name: 'Acme' });
  const project = await tenancy.createProject({ organizationId, name: 'Shop' });
  const { secret: wallet } = await tenancy.createWalletSecret(project.id);
  const key = await tenancy.createSecretApiKey(project.id, { label: 'test' });
  return { key: key.name, secret: key.secret, wallet };
}

/** The client of a project, at one of the processes. */
export function clientOf(url: string, { key, secret, wallet }: Credentials): PlatformClient {
  return new PlatformClient({
    baseUrl: url,
    credentials: { bearer: apiKey(key, secret), walletAuth: walletSecret(wallet) },
    // Whatever becomes of a request, the test itself repeats it.
    retry: false,
  });
}

/** Sends one request to one process. Returns `undefined` if it must be repeated. */
export async function tryCreate(
  process: SandboxProcess,
  credentials: Credentials,
  key: string,
): Promise<Policy | undefined> {
  const request = { scope: 'account', description: key, rules: [rule] } as const;
  const signal = AbortSignal.timeout(10_000);
  const options = { idempotencyKey: key, signal } as const;
  const outcome = await clientOf(process.url, credentials).policies.create.result(request, options);
  if (outcome.kind === 'success') return outcome.value;
  if (outcome.kind === 'network' || outcome.kind === 'aborted') return undefined;
  // No leader, or the request with the same key is still running.
  expect(outcome).toMatchObject({ status: expect.toBeOneOf([503, 409]) });
  return undefined;
}
