import type { JwtScheme, SecurityScheme } from '../../model/security.js';
import type { ErrorPlan, Plan, SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import {
  code,
  type Code,
  commentLines,
  join,
  literal,
  propertyKey,
  stringLiteral,
} from '../code.js';
import { type Data, dataLiteral } from '../data-literal.js';
import { exportedConstant, exportedFunction, type Parameter } from '../declare.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { describeError } from './descriptor.js';

/** What client and server share: servers, variables and security schemes, and what is made of the schemes. */
export function emitDescription(plan: Plan): readonly SourceFile[] {
  const { description } = plan.client;
  const scope = createFileScope(plan, description.from);
  const name = scope.name(description);
  const type = scope.name(runtimeNames.types.ApiDescriptor);
  const data: Data = {
    title: plan.api.title,
    version: plan.api.version,
    servers: plan.api.servers.map(({ url }) => ({ url })),
    variables: Object.fromEntries(
      plan.client.variables.map((variable) => [
        variable.name,
        { default: variable.default, enum: variable.enum },
      ]),
    ),
    security: Object.fromEntries(
      plan.api.securitySchemes.map((scheme) => [scheme.key, describeScheme(scheme)]),
    ),
  };
  const before = `export const ${name}: ${type} = `.length;
  const schemes = plan.security.flatMap((security) => jwtConstant(scope, security));
  return [
    scope.finish([
      exportedConstant(name, type, dataLiteral(data, before), [
        code`What client and server share: servers, variables and security schemes.`,
      ]),
      ...schemes,
      ...plan.errors.map((error) => errorConstant(scope, error)),
    ]),
    ...securityFile(plan),
  ];
}

function errorConstant(scope: FileScope, { shape, constant }: ErrorPlan): Declaration {
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.ErrorDescriptor);
  const before = `export const ${name}: ${type} = `.length;
  return exportedConstant(name, type, dataLiteral(describeError(shape), before), [
    code`How a server says in this error body what it finds wrong by itself.`,
  ]);
}

function describeScheme({ scheme }: SecurityScheme): Data {
  switch (scheme.kind) {
    case 'apiKey':
      return { kind: 'apiKey', in: scheme.in, name: scheme.name };
    case 'http':
      return { kind: 'http', scheme: scheme.scheme };
    case 'oauth2':
    case 'openIdConnect':
    case 'mutualTLS':
      return { kind: scheme.kind };
  }
}

function jwtConstant(scope: FileScope, { scheme, constant }: SecurityPlan): readonly Declaration[] {
  if (scheme.jwt === undefined) return [];
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.JwtDescriptor);
  const before = `export const ${name}: ${type} = `.length;
  return [
    exportedConstant(name, type, dataLiteral(describeJwt(scheme, scheme.jwt), before), [
      code`How the token of the scheme ${literal(scheme.key)} is made and verified.`,
    ]),
  ];
}

function describeJwt({ key, scheme }: SecurityScheme, jwt: JwtScheme): Data {
  const { keyFormats, algorithms, header, claims, alternatives, lifetime, verify } = jwt;
  return {
    scheme: key,
    carrier: scheme.kind === 'http' ? undefined : 'value',
    keyFormats,
    algorithms,
    header,
    claims,
    alternatives: alternatives.length === 0 ? undefined : alternatives.map((each) => ({ ...each })),
    lifetime,
    verify,
  };
}

/** Credential and verifier factories, one pair for each scheme that declares how its token is made. */
function securityFile(plan: Plan): readonly SourceFile[] {
  const factories = plan.security.flatMap(({ factory, verifier, scheme, constant }) =>
    factory === undefined || verifier === undefined || scheme.jwt === undefined
      ? []
      : [{ factory, verifier, scheme, jwt: scheme.jwt, constant }],
  );
  const [first] = factories;
  if (first === undefined) return [];
  const scope = createFileScope(plan, first.factory.from);
  return [
    scope.finish(
      factories.flatMap(({ factory, verifier, scheme, jwt, constant }) => [
        exportedFunction(scope.name(factory), {
          docs: schemeDocs(
            scheme,
            code`Makes the tokens of this scheme; give it to a client's credentials.`,
          ),
          returnType: scope.name(runtimeNames.types.TokenCredential),
          ...credentialFunction(scope, jwt, scope.name(constant)),
        }),
        exportedFunction(scope.name(verifier), {
          docs: schemeDocs(
            scheme,
            code`Verifies the tokens of this scheme; give it to a server's security.`,
          ),
          parameters: [
            { name: code`options`, type: scope.name(runtimeNames.jwt.JwtVerifierOptions) },
          ],
          returnType: code`${scope.name(runtimeNames.types.Verifier)}<${scope.name(runtimeNames.jwt.JwtPrincipal)}>`,
          statements: [
            code`return ${scope.name(runtimeNames.jwt.jwtVerifier)}(${scope.name(constant)}, options);`,
          ],
        }),
      ]),
    ),
  ];
}

function schemeDocs({ description }: SecurityScheme, purpose: Code): readonly Code[] {
  if (description === undefined) return [purpose];
  return [join([join(commentLines(description.trim()), '\n'), purpose], '\n\n')];
}

/** The parameters of a factory: those of the credential under names that collide with nothing, then options. */
function credentialFunction(
  scope: FileScope,
  jwt: JwtScheme,
  constant: Code,
): { readonly parameters: readonly Parameter[]; readonly statements: readonly Code[] } {
  const names = jwt.credential.parameters.map((name) => ({ name, local: scope.local(name) }));
  const members = names.map(({ name, local }) => {
    const key = propertyKey(name);
    return key === local ? key : code`${key}: ${local}`;
  });
  const values = members.length === 0 ? code`{}` : code`{ ${join(members, ', ')} }`;
  return {
    parameters: [
      ...names.map(({ local }) => ({ name: local, type: code`string` })),
      { name: code`options`, type: credentialOptions(scope, jwt), optional: true },
    ],
    statements: [
      code`return ${scope.name(runtimeNames.jwt.jwtCredential)}(${constant}, ${values}, options);`,
    ],
  };
}

function credentialOptions(scope: FileScope, jwt: JwtScheme): Code {
  const names = jwt.alternatives.map(({ name }) => stringLiteral(name));
  const type = scope.name(runtimeNames.jwt.JwtCredentialOptions);
  return names.length === 0 ? code`${type}<never>` : code`${type}<${join(names, ' | ')}>`;
}
