import type { PrincipalsOf } from '@tallystick/runtime/http/server';
import type { CommandOrigin } from '../../server/loop.js';
import type { PlatformSecurity } from './credentials.js';

/** Principals of the platform's requests. */
export type PlatformPrincipals = PrincipalsOf<PlatformSecurity>;

/** Position in each list: that of the last row of the page before. */
export interface Positions {
  readonly listPolicies: number;
  readonly listWebhooks: number;
}

/** The parts of a request that all handlers need. */
export interface PlatformRequest {
  readonly caller: string;
  readonly principals: Pick<PlatformPrincipals, 'bearer'>;
}

/** The project of the key that authenticated a request. Every key belongs to one. */
export function projectOf({ principals }: PlatformRequest): string {
  const { project } = principals.bearer;
  if (project === undefined) throw new Error('A key without a project authenticated a request.');
  return project;
}

/** Origin of the command of a request. */
export function originOf({ caller }: PlatformRequest): CommandOrigin {
  return { surface: 'platform', caller };
}
