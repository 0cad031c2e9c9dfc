import type { Journal } from '../../sandbox/journal/journal.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import {
  createTenant,
  faultOf,
  pathParts,
  sendBad,
  type Tenant,
  unknownPaths,
  validBody,
} from './bad-input.js';
import { badValues } from './bad-values.js';
import { describedOperations, isValid, responseSchema } from './described.js';
import { type TestSandbox, testSandbox } from './sandbox.js';

const operations = describedOperations('spec/platform/openapi.yaml');

/** What random requests have found. */
export interface Found {
  /** Responses that the operation does not declare, and those that show another tenant. */
  readonly faults: readonly string[];
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Options of {@link sendRandomRequests}. */
export interface RandomRequests {
  readonly count: number;
  readonly random: () => number;
  /** Number of requests after which the sandbox is killed, and another one starts with its journal. */
  readonly restartAfter: number;
}

/** Sends requests of two tenants in any order, with what is theirs, what is the other's, and what is wrong. */
export async function sendRandomRequests({
  count,
  random,
  restartAfter,
}: RandomRequests): Promise<Found> {
  let journal = memoryJournal();
  let sandbox = await testSandbox({ journal });
  const tenants = [await createTenant(sandbox), await createTenant(sandbox)];
  const pick = <Item>(items: readonly Item[]): Item => {
    const [item] = items.slice(Math.floor(random() * items.length));
    // One of a list that is not empty, which may have `null` or `undefined`.
    return item as Item;
  };
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  for (let round = 1; round <= count; round += 1) {
    const fault = await sendOne(sandbox, tenants, pick, statuses);
    if (fault !== undefined) faults.push(`request ${round}: ${fault}`);
    if (round % restartAfter === 0) ({ journal, sandbox } = await restarted(journal, sandbox));
  }
  await sandbox.close();
  return { faults, statuses };
}

/** Starts another sandbox with the entries that are stored now, before the first one stops, as after a kill. */
async function restarted(
  journal: Journal,
  sandbox: TestSandbox,
): Promise<{ readonly journal: Journal; readonly sandbox: TestSandbox }> {
  const copy = memoryJournal();
  for await (const entry of journal.read(1)) await copy.append([entry]);
  await sandbox.close();
  return { journal: copy, sandbox: await testSandbox({ journal: copy }) };
}

async function sendOne(
  sandbox: TestSandbox,
  tenants: readonly Tenant[],
  pick: <Item>(items: readonly Item[]) => Item,
  statuses: Map<number, number>,
): Promise<string | undefined> {
  const operation = pick(operations);
  const tenant = pick(tenants);
  const other = pick(tenants);
  const paths: Record<string, string> = {};
  for (const part of pathParts(operation))
    paths[part] =
      pick([tenant.paths[part], tenant.paths[part], unknownPaths[part], other.paths[part]]) ?? '';
  const valid = validBody(operation, pick([tenant, other]));
  const body =
    valid === undefined || operation.body === undefined
      ? undefined
      : pick([valid, valid, pick(badValues(operation.body, valid)).value]);
  const bad = { tenant, operation, paths };
  const sent = body === undefined ? bad : { ...bad, body: JSON.stringify(body) };
  const received = await sendBad(sandbox.url, sent);
  statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1);
  const schema = responseSchema(operation, received.status);
  const isDeclared =
    received.status < 300
      ? received.body === undefined || (schema !== undefined && isValid(schema, received.body))
      : received.status < 500 && faultOf(operation, received, [received.status]) === undefined;
  if (!isDeclared) return `${operation.id}: ${received.status} ${JSON.stringify(received.body)}`;
  const foreign = tenants.find((each) => each !== tenant);
  const text = JSON.stringify(received.body ?? null);
  return foreign !== undefined && text.includes(foreign.projectId)
    ? `${operation.id} shows the project of another tenant`
    : undefined;
}
