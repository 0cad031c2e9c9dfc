import type { Code } from './code.js';
import type { Declaration } from './source-file.js';
import { constKeyword, structureKinds } from './structure-kinds.js';

/**
 * Constructors for the declarations that emitters use, as ts-morph structures.
 */

export interface Member {
  readonly name: Code;
  readonly type: Code;
  readonly optional?: boolean;
  readonly docs?: readonly Code[];
}

export interface Parameter {
  readonly name: Code;
  /** Absent in JavaScript. */
  readonly type?: Code | undefined;
  readonly optional?: boolean;
  /** True for `...name`, which stands for all arguments that follow. */
  readonly rest?: boolean;
}

export interface Method {
  readonly name: Code;
  readonly typeParameters?: readonly Code[];
  readonly parameters: readonly Parameter[];
  readonly returnType: Code;
  readonly docs?: readonly Code[];
}

/** Builds `export interface Name extends … { readonly member: type; method(…): type }`. */
export function exportedInterface(
  name: Code,
  content: {
    readonly docs?: readonly Code[];
    readonly typeParameters?: readonly Code[];
    readonly extends?: readonly Code[];
    readonly members?: readonly Member[];
    readonly methods?: readonly Method[];
  },
): Declaration {
  const { docs = [], typeParameters = [], members = [], methods = [] } = content;
  return {
    kind: structureKinds.interface,
    isExported: true,
    name,
    docs,
    typeParameters,
    extends: content.extends ?? [],
    properties: members.map(({ name, type, optional = false, docs = [] }) => ({
      isReadonly: true,
      name,
      type,
      hasQuestionToken: optional,
      docs,
    })),
    methods: methods.map((method) => ({
      name: method.name,
      typeParameters: method.typeParameters ?? [],
      parameters: method.parameters.map(parameter),
      returnType: method.returnType,
      docs: method.docs ?? [],
    })),
  };
}

/** Builds `export type Name<…> = type;`. */
export function exportedAlias(
  name: Code,
  type: Code,
  content: { readonly docs?: readonly Code[]; readonly typeParameters?: readonly Code[] } = {},
): Declaration {
  const { docs = [], typeParameters = [] } = content;
  return {
    kind: structureKinds.typeAlias,
    isExported: true,
    name,
    type,
    docs,
    typeParameters,
  };
}

/** Builds `export declare function name(…): type;`. */
export function declaredFunction(
  name: Code,
  content: {
    readonly docs?: readonly Code[];
    readonly parameters: readonly Parameter[];
    readonly returnType: Code;
  },
): Declaration {
  const { docs = [], parameters, returnType } = content;
  return {
    kind: structureKinds.function,
    isExported: true,
    hasDeclareKeyword: true,
    name,
    docs,
    parameters: parameters.map(parameter),
    returnType,
  };
}

/** Builds `export declare const name: type;`. */
export function declaredConstant(name: Code, type: Code): Declaration {
  return {
    kind: structureKinds.variables,
    isExported: true,
    hasDeclareKeyword: true,
    declarationKind: constKeyword,
    declarations: [{ name, type }],
  };
}

/** Builds `export const name: type = initializer;`. */
export function exportedConstant(
  name: Code,
  type: Code,
  initializer: Code,
  docs: readonly Code[] = [],
): Declaration {
  return variable(true, name, type, initializer, docs);
}

/** Builds `export const name = initializer;`, for initializers from which the type is inferred. */
export function inferredConstant(
  name: Code,
  initializer: Code,
  docs: readonly Code[] = [],
): Declaration {
  return variable(true, name, undefined, initializer, docs);
}

/** Builds `const name: type = initializer;`. The type is optional. */
export function constant(name: Code, type: Code | undefined, initializer: Code): Declaration {
  return variable(false, name, type, initializer, []);
}

function variable(
  isExported: boolean,
  name: Code,
  type: Code | undefined,
  initializer: Code,
  docs: readonly Code[],
): Declaration {
  return {
    kind: structureKinds.variables,
    isExported,
    declarationKind: constKeyword,
    declarations: [{ name, ...(type === undefined ? {} : { type }), initializer }],
    docs,
  };
}

/** Builds `export function name(…): type { … }`. */
export function exportedFunction(
  name: Code,
  content: {
    readonly docs?: readonly Code[];
    readonly typeParameters?: readonly Code[];
    readonly parameters: readonly Parameter[];
    /** Absent in JavaScript. */
    readonly returnType?: Code | undefined;
    readonly statements: readonly Code[];
  },
): Declaration {
  const { docs = [], typeParameters = [], parameters, returnType, statements } = content;
  return {
    kind: structureKinds.function,
    isExported: true,
    name,
    docs,
    typeParameters,
    parameters: parameters.map(parameter),
    ...(returnType === undefined ? {} : { returnType }),
    statements,
  };
}

/** Builds `function name(…): type { … }`, which is not exported. */
export function privateFunction(
  name: Code,
  content: {
    readonly docs?: readonly Code[];
    readonly typeParameters?: readonly Code[];
    readonly parameters: readonly Parameter[];
    /** Absent in JavaScript. */
    readonly returnType?: Code | undefined;
    readonly statements: readonly Code[];
  },
): Declaration {
  const { docs = [], typeParameters = [], parameters, returnType, statements } = content;
  return {
    kind: structureKinds.function,
    isExported: false,
    name,
    docs,
    typeParameters,
    parameters: parameters.map(parameter),
    ...(returnType === undefined ? {} : { returnType }),
    statements,
  };
}

/** Builds `export class Name extends … { fields; constructor(…) { … } }`. */
export function exportedClass(
  name: Code,
  content: {
    readonly docs?: readonly Code[];
    readonly typeParameters?: readonly Code[];
    readonly extends?: Code;
    readonly fields: readonly Member[];
    readonly constructorParameters: readonly Parameter[];
    readonly constructorStatements: readonly Code[];
    readonly methods?: readonly (Method & { readonly statements: readonly Code[] })[];
  },
): Declaration {
  return {
    kind: structureKinds.class,
    isExported: true,
    name,
    docs: content.docs ?? [],
    typeParameters: content.typeParameters ?? [],
    ...(content.extends === undefined ? {} : { extends: content.extends }),
    properties: content.fields.map(({ name, type, docs = [] }) => ({
      isReadonly: true,
      name,
      type,
      docs,
    })),
    ctors: [
      {
        parameters: content.constructorParameters.map(parameter),
        statements: content.constructorStatements,
      },
    ],
    methods: (content.methods ?? []).map((method) => ({
      name: method.name,
      parameters: method.parameters.map(parameter),
      returnType: method.returnType,
      docs: method.docs ?? [],
      statements: method.statements,
    })),
  };
}

/** Builds `export * as name from './module.js';`. */
export function reExportAs(name: Code, from: Code): Declaration {
  return {
    kind: structureKinds.export,
    moduleSpecifier: from,
    namespaceExport: name,
  };
}

/**
 * Builds `export { a, b } from './module.js';`, or `export * from './module.js';` without names.
 */
export function reExport(
  moduleSpecifier: Code,
  names: readonly Code[] = [],
  typeOnly = false,
): Declaration {
  return {
    kind: structureKinds.export,
    moduleSpecifier,
    namedExports: names,
    isTypeOnly: typeOnly,
  };
}

function parameter({ name, type, optional = false, rest = false }: Parameter): {
  readonly name: Code;
  readonly type?: Code;
  readonly hasQuestionToken: boolean;
  readonly isRestParameter: boolean;
} {
  return {
    name,
    ...(type === undefined ? {} : { type }),
    hasQuestionToken: optional,
    isRestParameter: rest,
  };
}
