import type { OutcomeOf } from '@tallystick/runtime';
import { type CreatePolicyResponses, PlatformClient, type Policy } from '@platform/platform';
import type { RpcClient } from '@platform/rpc';

const client = new PlatformClient({ baseUrl: 'https://api.example.com' });
export const withoutServer: PlatformClient = new PlatformClient(); // error: 2554

/** Every way in which a call can end, and no other. */
export function tell(outcome: OutcomeOf<CreatePolicyResponses>): string {
  switch (outcome.kind) {
    case 'success':
      return outcome.value.id;
    case 'failure':
      return `${outcome.when} ${outcome.value.errorType}`;
    case 'undeclared':
      return `${outcome.status} ${String(outcome.body)}`;
    case 'network':
      return String(outcome.cause);
    case 'timeout':
      return `${outcome.timeout} ms`;
    case 'aborted':
      return String(outcome.reason);
    case 'invalid-request':
    case 'invalid-response':
      return outcome.violations.map(({ pointer }) => pointer).join();
    default: {
      const nothing: never = outcome;
      return nothing;
    }
  }
}

export function forgets(outcome: OutcomeOf<CreatePolicyResponses>): string {
  switch (outcome.kind) {
    case 'success':
    case 'failure':
    case 'network':
    case 'timeout':
    case 'aborted':
    case 'invalid-request':
    case 'invalid-response':
      return outcome.kind;
    default: {
      const nothing: never = outcome; // error: 2322
      return nothing;
    }
  }
}

export function byStatus(outcome: OutcomeOf<CreatePolicyResponses>): string | undefined {
  if (outcome.kind !== 'failure') return undefined;
  switch (outcome.when) {
    case 429:
    case 503:
      return outcome.headers['Retry-After'];
    case 400:
    case 401:
    case 403:
    case 409:
    case 413:
    case 415:
    case 422:
    case 500:
    case 502:
      return outcome.value.errorMessage;
    case 404: // error: 2678
      return '';
    default: {
      const nothing: never = outcome;
      return nothing;
    }
  }
}

export function byOk(outcome: OutcomeOf<CreatePolicyResponses>): Policy {
  if (outcome.ok) return outcome.value;
  return outcome.value; // error: 2322
}

/** Without success, properties of declared and of all other failures can be read. */
export function withoutSuccess(outcome: OutcomeOf<CreatePolicyResponses>): string {
  if (outcome.ok) return '';
  const { status, when, response, message, violations = [] } = outcome;
  const all: number | undefined = status;
  const key: string = when; // error: 2322
  if (outcome.when === 409) return outcome.value.errorType;
  const text: string | undefined = outcome.value?.errorMessage ?? message;
  return `${all} ${key} ${text} ${response?.status} ${violations.length}`;
}

export async function caught(): Promise<unknown> {
  try {
    return await client.policies.delete('id');
  } catch (error) {
    if (!client.policies.delete.failed(error)) throw error;
    const { outcome } = error;
    if (outcome.kind === 'failure' && outcome.when === 409) return outcome.value.errorType;
    if (outcome.kind === 'success') return undefined; // error: 2367
    return outcome.kind === 'failure' ? outcome.value.code : undefined; // error: 2339
  }
}

export async function values(rpc: RpcClient): Promise<void> {
  const nothing: undefined = await client.policies.delete('id');
  const policy: Policy = await client.policies.get('id');
  const wrong: string = await client.policies.get('id'); // error: 2322
  for await (const webhook of client.webhooks.list()) {
    const status: 'active' | 'inactive' = webhook.status;
    const id: string = webhook.id; // error: 2322
    for (const each of [status, id]) void each;
  }
  const [page, other] = await rpc.batch([
    rpc.balances.list.prepare({ address: '0x' }),
    rpc.balances.list.prepare({}), // error: 2741
  ]);
  const outcome = await rpc.balances.list.result({ address: '0x' });
  if (outcome.kind === 'rpc-error' && outcome.code === -32602) void outcome.message;
  for (const each of [nothing, policy, wrong, page.balances, other.pages]) void each; // error: 2339
}
