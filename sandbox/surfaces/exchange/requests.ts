import type { PrincipalsOf } from '@tallystick/runtime/http/server';
import type { DomainState } from '../../domain/subjects.js';
import { userOfProfile } from '../../domain/users/queries.js';
import type { UserRow } from '../../domain/users/state.js';
import type { CommandOrigin } from '../../server/loop.js';
import type { ExchangeSecurity } from './credentials.js';
import type { OrderPosition } from './order-list.js';
import { uuidOf } from './values.js';

/** Principals of the exchange's requests. */
export type ExchangePrincipals = PrincipalsOf<ExchangeSecurity>;

/** Position in each list: that of the last row of the page before, or of its first row on the way back. */
export interface Positions {
  readonly listAccountLedger: number;
  readonly listOrders: OrderPosition;
  readonly listFills: number;
  readonly listConversions: number;
  readonly listStakeWraps: number;
  readonly listTravelRules: number;
  readonly listReports: number;
}

/** The parts of a request that all handlers need. */
export interface ExchangeRequest {
  readonly caller: string;
  readonly principals: Pick<ExchangePrincipals, 'exchangeKey'>;
}

/** The profile of the key that authenticated a request. Every key belongs to one. */
export function profileIdOf({ principals }: ExchangeRequest): string {
  const { project } = principals.exchangeKey;
  if (project === undefined) throw new Error('A key without a profile authenticated a request.');
  return project;
}

/** The user whose key authenticated a request. */
export function userOf({ users }: Pick<DomainState, 'users'>, request: ExchangeRequest): UserRow {
  const user = userOfProfile(users, profileIdOf(request));
  if (user === undefined) throw new Error('A key without a user authenticated a request.');
  return user;
}

/** True if a request names no profile, or that of its key: a key reaches no other (tenancy-8). */
export function isOwnProfile(
  request: ExchangeRequest,
  ...named: readonly (string | undefined)[]
): boolean {
  const own = profileIdOf(request);
  return named.every((each) => each === undefined || uuidOf(each) === own);
}

/** True if the path names the user whose key authenticated a request: as `self`, or by the identifier (products-3). */
export function isOwnUser(user: UserRow, named: string): boolean {
  return named === 'self' || named === user.id;
}

/** Origin of the command of a request. */
export function originOf({ caller }: ExchangeRequest): CommandOrigin {
  return { surface: 'exchange', caller };
}
