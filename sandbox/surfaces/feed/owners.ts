import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type { Subscriber } from '@tallystick/runtime/websocket/server';
import type { KnownProfiles } from './known-profiles.js';

/** Who receives the members for owners only, and with which members. */
export interface Owner<Messages> {
  readonly owns: (subscriber: Subscriber<HmacPrincipal>) => boolean;
  readonly messages: Messages;
}

/** An owner by its profile: the subscriptions that were made with its keys. Nobody, if it is not connected. */
export function ownerOf<Messages>(
  known: KnownProfiles,
  profile: string,
  messagesOf: () => Messages,
): readonly Owner<Messages>[] {
  if (!known.has(profile)) return [];
  return [{ owns: ({ principal }) => principal?.project === profile, messages: messagesOf() }];
}
