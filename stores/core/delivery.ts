import type { Delivery, DeliveryState } from '@tallystick/runtime/webhooks';
import { readValue, writeValue } from './values.js';

/** Writes a delivery as text. */
export function writeDelivery(delivery: Delivery): string {
  return writeValue(delivery);
}

/** Reads a delivery, in the state of its record. */
export function readDelivery(text: string, state: DeliveryState): Delivery {
  return { ...(readValue(text) as Delivery), state };
}

/** A dead letter that is to be sent again: without its attempts. */
export function redriven(delivery: Delivery): Delivery {
  const { nextAttemptAt: _, ...rest } = delivery;
  return { ...rest, state: 'pending', attempts: [] };
}
