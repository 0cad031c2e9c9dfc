import type { FixPolicy } from '../policy.js';
import { memoryFixStore } from './memory.js';
import type { FixStore } from './store.js';

/** The store of who names none: in memory, with as many messages as the description sends again, all of them where it does not say. */
export function usualFixStore({ resend }: FixPolicy): FixStore {
  return memoryFixStore(resend.window === undefined ? {} : { keep: resend.window });
}
