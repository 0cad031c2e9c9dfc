import type { HmacScheme } from '../../model/security.js';
import type { ErrorPlan, Plan, SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { httpSchemes } from '../../plan/security.js';
import { code } from '../../printer/code.js';
import { type Data, dataLiteral } from '../../typescript/data-literal.js';
import { exportedConstant } from '../../printer/declare.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { describeError } from '../calls/descriptor.js';
import { schemeConstants } from '../calls/security.js';
import { clientOf } from './plan.js';

/**
 * Emits the data that client and server share: servers, variables and security schemes, with their
 * constants.
 */
export function emitDescription(plan: Plan): SourceFile {
  const { description } = clientOf(plan);
  const scope = createFileScope(plan, description.from);
  const name = scope.name(description);
  const type = scope.name(runtimeNames.types.ApiDescriptor);
  const data: Data = {
    title: plan.api.title,
    version: plan.api.version,
    servers: plan.api.servers.map(({ url }) => ({ url })),
    variables: Object.fromEntries(
      clientOf(plan).variables.map((variable) => [
        variable.name,
        { default: variable.default, enum: variable.enum },
      ]),
    ),
    security: Object.fromEntries(
      httpSchemes(plan.security).map((security) => [security.scheme.key, describeScheme(security)]),
    ),
  };
  return scope.finish([
    exportedConstant(name, type, dataLiteral(data), [
      code`Description of the service for client and server: servers, variables and security schemes.`,
    ]),
    ...schemeConstants(plan, scope),
    ...plan.errors.map((error) => errorConstant(scope, error)),
  ]);
}

/** Emits the file for a package without HTTP: the constants of schemes that sign messages. */
export function emitMessageDescription(plan: Plan): SourceFile {
  const scope = createFileScope(plan, clientOf(plan).description.from);
  return scope.finish(schemeConstants(plan, scope));
}

function errorConstant(scope: FileScope, { shape, constant }: ErrorPlan): Declaration {
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.ErrorDescriptor);
  return exportedConstant(name, type, dataLiteral(describeError(shape)), [
    code`Representation of the server's own errors in this body.`,
  ]);
}

/**
 * Describes a scheme of HTTP messages. Schemes of brokers and channel messages are filtered out
 * before.
 */
function describeScheme({ scheme: { scheme, hmac }, carriedBy }: SecurityPlan): Data {
  switch (scheme.kind) {
    case 'apiKey':
      return {
        kind: 'apiKey',
        in: scheme.in,
        name: scheme.name,
        headers: signedHeaders(hmac),
        eventId: carriedBy === 'requests' ? undefined : hmac?.eventId,
      };
    case 'http':
      return { kind: 'http', scheme: scheme.scheme };
    case 'oauth2':
    case 'openIdConnect':
    case 'mutualTLS':
    case 'broker':
      return { kind: scheme.kind };
  }
}

/** Headers that contain parts of the credential, if there are several. */
function signedHeaders(hmac: HmacScheme | undefined): readonly string[] | undefined {
  if (hmac?.place !== 'headers') return undefined;
  const forms = [hmac, ...hmac.alternatives];
  const names = [...new Set(forms.flatMap(({ values }) => Object.keys(values)))];
  return names.length < 2 ? undefined : names;
}
