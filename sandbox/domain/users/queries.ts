import type { View } from '../subject.js';
import type { ProfileRow, UserRow, UsersState } from './state.js';

/** A profile of a user; `undefined` for one of another user. */
export function profileOf(
  { profiles }: View<UsersState>,
  user: string,
  id: string,
): ProfileRow | undefined {
  const profile = profiles.get(id);
  return profile?.user === user ? profile : undefined;
}

/** The owner of a profile. */
export function userOfProfile(
  { profiles, users }: View<UsersState>,
  profile: string,
): UserRow | undefined {
  return users.get(profiles.get(profile)?.user ?? '');
}
