import type { JwtScheme, SecurityScheme } from '../../model/security.js';
import type { SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, type Code, literal, propertyKey, stringLiteral } from '../../printer/code.js';
import { call, returns, objectLiteral } from '../../printer/values.js';
import { generic, union } from '../../printer/types.js';
import { type Data, dataLiteral } from '../../typescript/data-literal.js';
import { exportedConstant, exportedFunction, type Parameter } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { schemeDocs } from './scheme-docs.js';
import { scopeArguments } from './scope-type.js';

/** Emits the constant of a scheme that declares tokens. */
export function jwtConstant(
  scope: FileScope,
  { scheme, constant }: SecurityPlan,
): readonly Declaration[] {
  if (scheme.jwt === undefined) return [];
  const name = scope.name(constant);
  const type = scope.name(runtimeNames.types.JwtDescriptor);
  return [
    exportedConstant(name, type, dataLiteral(describeJwt(scheme, scheme.jwt)), [
      code`Tokens of the security scheme ${literal(scheme.key)}: claims, lifetime and verification.`,
    ]),
  ];
}

function describeJwt({ key }: SecurityScheme, jwt: JwtScheme): Data {
  const { keyFormats, algorithms, header, claims, alternatives, lifetime, verify } = jwt;
  return {
    scheme: key,
    keyFormats,
    algorithms,
    header,
    claims,
    alternatives: alternatives.length === 0 ? undefined : alternatives.map((each) => ({ ...each })),
    lifetime,
    verify,
  };
}

/** Emits the credential factory of a scheme that declares tokens. */
export function jwtFactory(
  scope: FileScope,
  { scheme, constant, factory }: SecurityPlan,
): readonly Declaration[] {
  const { jwt } = scheme;
  if (jwt === undefined || factory === undefined) return [];
  return [
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(
        scheme,
        code`Creates a credential that issues tokens, for the \`credentials\` of a client.`,
      ),
      returnType: scope.name(runtimeNames.types.TokenCredential),
      ...credentialFunction(scope, jwt, scope.name(constant)),
    }),
  ];
}

/** Emits the verifier factory of a scheme that declares tokens. */
export function jwtVerifier(scope: FileScope, security: SecurityPlan): readonly Declaration[] {
  const { scheme, constant, verifier } = security;
  if (scheme.jwt === undefined || verifier === undefined) return [];
  const { JwtPrincipal, JwtVerifierOptions } = runtimeNames.jwt;
  const scopes = scopeArguments(scope, security);
  return [
    exportedFunction(scope.name(verifier), {
      docs: schemeDocs(
        scheme,
        code`Creates a verifier of tokens, for the \`security\` of a server.`,
      ),
      parameters: [{ name: code`options`, type: generic(scope.name(JwtVerifierOptions), scopes) }],
      returnType: generic(scope.name(runtimeNames.types.Verifier), [
        generic(scope.name(JwtPrincipal), scopes),
      ]),
      statements: [
        returns(
          call(scope.name(runtimeNames.jwt.jwtVerifier), [scope.name(constant), code`options`]),
        ),
      ],
    }),
  ];
}

/**
 * Parameters and body of a factory: the parameters of the credential under unique names, then
 * options.
 */
function credentialFunction(
  scope: FileScope,
  jwt: JwtScheme,
  constant: Code,
): { readonly parameters: readonly Parameter[]; readonly statements: readonly Code[] } {
  const names = jwt.credential.parameters.map((name) => ({ name, local: scope.local(name) }));
  const members = names.map(({ name, local }) => {
    const key = propertyKey(name);
    return key === local.text ? { value: key } : { key, value: local };
  });
  return {
    parameters: [
      ...names.map(({ local }) => ({ name: local, type: code`string` })),
      { name: code`options`, type: credentialOptions(scope, jwt), optional: true },
    ],
    statements: [
      returns(
        call(scope.name(runtimeNames.jwt.jwtCredential), [
          constant,
          objectLiteral(members),
          code`options`,
        ]),
      ),
    ],
  };
}

function credentialOptions(scope: FileScope, jwt: JwtScheme): Code {
  const names = jwt.alternatives.map(({ name }) => stringLiteral(name));
  const type = scope.name(runtimeNames.jwt.JwtCredentialOptions);
  return generic(type, [names.length === 0 ? code`never` : union(names)]);
}
