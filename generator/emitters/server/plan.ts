import { type ChosenNames, exportedIdentifier } from '../../plan/names/name-scope.js';
import type { NameRequest } from '../../plan/names/names.js';
import {
  planKey,
  requiredPart,
  type Identifier,
  type Plan,
  type PlanKey,
} from '../../plan/plan.js';

/** Key of the plan of the server. */
export const serverKey: PlanKey<ServerPlan> = planKey('server');

/** Plan of the server, for emitters that require it. */
export function serverOf(plan: Plan): ServerPlan {
  return requiredPart(plan, serverKey);
}

/** Names of the server. */
export interface ServerPlan {
  /** Server factory, such as `createPlatformServer`. */
  readonly factory: Identifier;
  /** Factory such as `createPartialPlatformServer`. A missing handler responds with 501. */
  readonly partialFactory: Identifier;
  /** Factory of the cursors of lists, such as `createPlatformCursors`. */
  readonly cursors: Identifier;
  /** Results of the verifiers by scheme, such as `PlatformPrincipals`. */
  readonly principalsType: Identifier;
  readonly handlersType: Identifier;
  readonly optionsType: Identifier;
  readonly verifiersType: Identifier;
}

/** Requests for the names of the server, by the base name of the package. */
export function serverNames(base: string): readonly NameRequest[] {
  return [
    { key: 'server', candidates: [`create${base}Server`, `create${base}ApiServer`] },
    {
      key: 'partial server',
      candidates: [`createPartial${base}Server`, `createPartial${base}ApiServer`],
    },
    { key: 'cursors', candidates: [`create${base}Cursors`, `create${base}ApiCursors`] },
    { key: 'principals', candidates: [`${base}Principals`, `${base}ApiPrincipals`] },
    { key: 'handlers', candidates: [`${base}Handlers`, `${base}ApiHandlers`] },
    { key: 'server options', candidates: [`${base}ServerOptions`, `${base}ApiServerOptions`] },
    { key: 'verifiers', candidates: [`${base}Verifiers`, `${base}ApiVerifiers`] },
  ];
}

/** Plans the names of the server. */
export function planServer(names: ChosenNames): ServerPlan {
  return {
    factory: exportedIdentifier(names, 'server', 'server.ts', 'value'),
    partialFactory: exportedIdentifier(names, 'partial server', 'server.ts', 'value'),
    cursors: exportedIdentifier(names, 'cursors', 'server.ts', 'value'),
    principalsType: exportedIdentifier(names, 'principals', 'server/principals.ts', 'type'),
    handlersType: exportedIdentifier(names, 'handlers', 'server.ts', 'type'),
    optionsType: exportedIdentifier(names, 'server options', 'server.ts', 'type'),
    verifiersType: exportedIdentifier(names, 'verifiers', 'server/principals.ts', 'type'),
  };
}
