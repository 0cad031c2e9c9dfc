import type { Server, ServerVariable } from '../../model/api.js';
import {
  planKey,
  requiredPart,
  type Identifier,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';

/** Key of the plan of the client. */
export const clientKey: PlanKey<ClientPlan> = planKey('client');

/** Plan of the client, for emitters that require it. */
export function clientOf(plan: Plan): ClientPlan {
  return requiredPart(plan, clientKey);
}

/** Names and data of the client. */
export interface ClientPlan {
  /** Name of the class, such as `PlatformClient`. */
  readonly className: Identifier;
  /** Types such as `PlatformClientOptions`, `PlatformCredentials` and `PlatformVariables`. */
  readonly optionsType: Identifier;
  readonly credentialsType: Identifier;
  readonly variablesType: Identifier;
  /**
   * Servers, variables and security schemes for client and server, such as `platformDescription`.
   */
  readonly description: Identifier;
  /**
   * Function such as `connectPlatform(options)`. Returns a client for standalone functions, which
   * contains no services.
   */
  readonly connect: Identifier;
  readonly servers: readonly Server[];
  /**
   * True if a client needs options: the description names no server that it could call, or every
   * operation requires credentials.
   */
  readonly requiresOptions: boolean;
  /** Variables of server URLs and of `x-variables`, without duplicates. */
  readonly variables: readonly ServerVariable[];
}
