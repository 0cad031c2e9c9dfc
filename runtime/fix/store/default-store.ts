import type { FixPolicy } from '../policy.js';
import { memoryFixStore } from './memory.js';
import type { FixStore } from './store.js';

/** Default store: in memory, with as many messages as the description allows to be resent. */
export function defaultFixStore({ resend }: FixPolicy): FixStore {
  return memoryFixStore(resend.window === undefined ? {} : { keep: resend.window });
}
