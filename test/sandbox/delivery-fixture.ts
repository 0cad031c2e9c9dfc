import type { DeliveryRow } from '../../sandbox/domain/webhooks/state.js';
import { type Deliveries, startDeliveries } from '../../sandbox/surfaces/deliveries/sender.js';
import { startReceiver, type Receiver } from './receiver.js';
import { deliveriesOf, owner, type World } from './running-world.js';

/** Senders and receivers that a test opened. */
const open: { close(): Promise<void> | void }[] = [];

/** Closes something at the end of the test. */
export function closeAfterwards(each: { close(): Promise<void> | void }): void {
  open.push(each);
}

/** Closes everything, the newest first. */
export async function closeAll(): Promise<void> {
  for (const each of open.splice(0).reverse()) await each.close();
}

/** Starts the sender of a world. */
export function startSender(
  world: World,
  { allowsLocal = true }: { readonly allowsLocal?: boolean } = {},
): Deliveries {
  const deliveries = startDeliveries(world, {
    allowsLocal,
    onFailure(error) {
      throw error;
    },
  });
  open.push(deliveries);
  return deliveries;
}

/** Starts a receiver, see {@link startReceiver}. */
export async function receiver(respond: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const started = await startReceiver(respond);
  open.push(started);
  return started;
}

export function onlyDelivery(world: World): DeliveryRow {
  const [delivery, ...others] = deliveriesOf(world);
  if (delivery === undefined || others.length > 0) throw new Error('expected one delivery');
  return delivery;
}

export function isFinished({ status }: DeliveryRow): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** Resolves when the only delivery has a status. */
export async function reaches(world: World, status: DeliveryRow['status']): Promise<DeliveryRow> {
  await world.until(() => onlyDelivery(world).status === status);
  return onlyDelivery(world);
}

/** Moves the clock to the next attempt of the only delivery. */
export async function toNextAttempt(world: World): Promise<void> {
  const { nextAttemptAt } = await reaches(world, 'retrying');
  await world.timers.advance(Math.ceil(((nextAttemptAt ?? 0) - world.loop.now) / 1000));
}

/** Makes a webhook of the project inactive, or deletes it. */
export function stop(world: World, id: string, change: 'inactive' | 'deleted'): void {
  const { project } = owner;
  if (change === 'deleted') world.accept('webhooks.delete', { project, id });
  else {
    const changes = { status: change };
    world.accept('webhooks.update', { project, id, changes, allowsLocal: true });
  }
}
