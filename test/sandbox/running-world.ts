import { Engine } from '../../sandbox/domain/engine.js';
import { deriveKey } from '../../sandbox/domain/random.js';
import {
  type Commands,
  type DomainState,
  type SandboxSubjects,
  subjects,
} from '../../sandbox/domain/subjects.js';
import { instantOf } from '../../sandbox/domain/time.js';
import type { DeliveryRow, WebhookRow } from '../../sandbox/domain/webhooks/state.js';
import type { Journal, StoredEntry } from '../../sandbox/journal/journal.js';
import { loadJournal } from '../../sandbox/journal/load.js';
import { memoryJournal } from '../../sandbox/journal/memory.js';
import { Loop } from '../../sandbox/server/loop.js';
import type { DeliveriesCore } from '../../sandbox/surfaces/deliveries/sender.js';
import { testTime, type TestTime } from '../wire/time.js';

/** A state machine with its journal and a clock that only tests move. */
export interface World extends DeliveriesCore {
  readonly loop: Loop<DomainState, Commands>;
  readonly timers: TestTime;
  readonly journal: Journal;
  /** Executes a command that must be accepted, and returns its result. */
  accept<Name extends keyof Commands & string>(
    type: Name,
    data: Commands[Name]['data'],
  ): Commands[Name]['result'];
  /** Executes a command that must be refused, and returns the refusal. */
  refused<Name extends keyof Commands & string>(type: Name, data: Commands[Name]['data']): unknown;
  /** Resolves as soon as a condition holds for the committed state. */
  until(holds: () => boolean): Promise<void>;
}

const origin = { surface: 'test', caller: 'ada' };

/** Opens a world on a journal, as a process that starts does. */
export async function openWorld(
  journal: Journal = memoryJournal(),
  timers: TestTime = testTime(),
): Promise<World> {
  const seed = new Uint8Array(32);
  const engine = new Engine<SandboxSubjects>(subjects, deriveKey(seed, 'entries'));
  const { digest } = await loadJournal(journal, engine);
  const loop = new Loop<DomainState, Commands>(engine, {
    journal,
    digest,
    now: () => instantOf(timers.now()),
    timers,
    onFailure(error) {
      throw error;
    },
    snapshotInterval: 1_000_000,
  });
  loop.runDue();
  return {
    loop,
    timers,
    journal,
    secret: (purpose) => Buffer.from(deriveKey(seed, purpose)).toString('base64url'),
    accept(type, data) {
      const outcome = loop.execute(type, data, origin);
      if (outcome.ok) return outcome.result;
      throw new Error(`${type} was refused: ${JSON.stringify(outcome.refusal)}`);
    },
    refused(type, data) {
      const outcome = loop.execute(type, data, origin);
      if (outcome.ok) throw new Error(`${type} was accepted`);
      return outcome.refusal;
    },
    async until(holds) {
      await loop.settled();
      if (holds()) return;
      await new Promise<void>((resolve) => {
        const stop = loop.onCommitted(() => {
          if (!holds()) return;
          stop();
          resolve();
        });
      });
    },
  };
}

/** Opens another world on what a journal has stored by now, as a process that follows one that was killed. */
export async function reopen({ journal, timers }: World): Promise<World> {
  const stored: StoredEntry[] = [];
  for await (const entry of journal.read(1)) stored.push(entry);
  const copy = memoryJournal();
  await copy.append(stored);
  return openWorld(copy, timers);
}

export const owner = { organization: 'acme', project: 'shop' };

/** Address number `index`. */
export function addressOf(index: number): string {
  return `0x${index.toString(16).padStart(40, '0')}`;
}

/** Creates tokens of an asset and gives them to an address. */
export function credit(
  { accept }: World,
  to: string,
  value: bigint,
  { network = 'base', asset = 'usdc' }: { readonly network?: string; readonly asset?: string } = {},
): void {
  const from = addressOf(0);
  const transactions = [{ from, to, transfers: [{ asset, from, to, value }] }];
  accept('assets.make-block', { network, transactions });
}

/** Transfers an amount of an asset, in a block of its own. */
export function transfer(
  { accept }: World,
  [from, to]: readonly [from: string, to: string],
  value: bigint,
  { network = 'base', asset = 'usdc' }: { readonly network?: string; readonly asset?: string } = {},
): void {
  const transactions = [{ from, to, transfers: [{ asset, from, to, value }] }];
  accept('assets.make-block', { network, transactions });
}

/** Creates a webhook about transfers on the network `base`, unless the changes say otherwise. */
export function subscribe(
  { accept }: World,
  changes: Partial<Commands['webhooks.create']['data']> = {},
): WebhookRow {
  return accept('webhooks.create', {
    ...owner,
    networkId: 'base',
    eventType: 'erc20_transfer',
    notificationUri: 'https://hooks.example.com/',
    allowsLocal: true,
    ...changes,
  });
}

/** All deliveries, oldest first. */
export function deliveriesOf({ loop }: Pick<World, 'loop'>): readonly DeliveryRow[] {
  return [...loop.state.webhooks.deliveries.rows()];
}
