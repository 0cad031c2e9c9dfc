import type { Prose } from '../core/prose.js';
import type {
  Api,
  Content,
  ErrorShape,
  Link,
  Operation,
  Outcome,
  Pagination,
  Parameter,
  StatusRange,
} from '../model/api.js';
import type { Origin } from '../core/origin.js';
import type { Change } from '../model/changelog.js';
import type { SchemaId } from '../model/schema.js';
import type { BrandedShape, Shape, Shapes, Use } from '../model/shape/shape.js';
import type { SecurityScheme } from '../model/security.js';
import type { CheckExtension } from './check-files.js';
import type { ChosenNames } from './names/name-scope.js';
import type { FormPlan } from './form-parts.js';
import type { PartHeadersPlan } from './part-headers.js';

declare const identifierBrand: unique symbol;
/** A valid TypeScript identifier. Only `generator/plan` creates them. */
export type IdentifierName = string & { readonly [identifierBrand]: true };

/** A name and the file that exports it. `typeOnly` names are erased by the compiler. */
export interface Identifier {
  readonly name: IdentifierName;
  /** Path below the package's sources, with `.ts` or `.js`, or a bare package specifier. */
  readonly from: string;
  readonly typeOnly: boolean;
  /** True if it stands for all exports of a package: `import * as v from 'valibot'`. */
  readonly isNamespace?: true;
}

declare const planPart: unique symbol;
/** Key of an emitter's part of the plan: the emitter's name, with the type of the part. */
export interface PlanKey<Part> {
  readonly name: string;
  readonly [planPart]?: Part;
}

/** Creates the key of the plan of the emitter with this name. */
export function planKey<Part>(name: string): PlanKey<Part> {
  return { name };
}

/**
 * Part of an emitter that another one requires.
 *
 * @throws if the emitter has planned nothing.
 */
export function requiredPart<Part>(plan: Pick<Plan, 'partOf'>, key: PlanKey<Part>): Part {
  const part = plan.partOf(key);
  if (part === undefined) throw new Error(`the emitter "${key.name}" has a plan`);
  return part;
}

/**
 * All names and files of one package. Its members are common to all emitters; what a single emitter
 * plans is its part.
 */
export interface Plan {
  readonly api: Api;
  readonly shapes: Shapes;
  readonly package: PackagePlan;
  /** File that exports the named types: `types.ts`, which re-exports them if they are split. */
  readonly typesFile: string;
  /** Named declarations, in the order in which they are printed. */
  readonly types: readonly TypePlan[];
  /** Name of a schema for a use. `undefined` if it is written inline. */
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  /** Named checks, in the order in which they are printed. */
  readonly checks: readonly CheckPlan[];
  /** True if the checks are in several files. */
  readonly splitsChecks: boolean;
  /** Check of a schema. In requests, it does not require properties that only responses contain. */
  checkOf(id: SchemaId, use?: Use): CheckPlan | undefined;
  /** Types of single values with a brand, in the order in which they are printed. */
  readonly brands: readonly BrandPlan[];
  /** Program types of strings, by format. Contains only formats that the description uses. */
  readonly conversions: ReadonlyMap<string, ConversionPlan>;
  /** True if a pattern is compiled to code that runs in linear time, instead of a `RegExp`. */
  isLinear(pattern: string): boolean;
  /** Serialisation of a form's properties. `undefined` for bodies that are not forms. */
  formOf(content: Content): FormPlan | undefined;
  readonly services: readonly ServicePlan[];
  readonly operations: readonly OperationPlan[];
  readonly security: readonly SecurityPlan[];
  /** Changes at a location, newest first (`x-changelog`). */
  changesAt(location: Origin): readonly Change[];
  readonly errors: readonly ErrorPlan[];
  /** Webhooks and callbacks, which the server sends, in document order. */
  readonly deliveries: readonly OperationPlan[];
  /** Names of the whole package, such as that of the client, by the keys of their requests. */
  readonly packageNames: ChosenNames;
  /** Base name of the package's own names: `@acme/pet-store` becomes `PetStore`. */
  readonly baseName: string;
  /** Part of an emitter, by its key. `undefined` if it emits nothing, or is planned later. */
  partOf<Part>(key: PlanKey<Part>): Part | undefined;
}

/** A publishable package, or a folder of sources in the user's project. */
export interface PackagePlan {
  readonly kind: 'package' | 'sources';
  /** npm name. For sources, the base name of classes. */
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license: string;
  readonly publishing: PublishingPlan;
  /** True if the build emits CommonJS as well as ESM. */
  readonly buildsCommonJs: boolean;
  /** Extension of files in import specifiers. */
  readonly importExtension: '' | '.js' | '.ts';
  /** Extension of the files with checks. JavaScript has declarations beside it. */
  readonly checkExtension: CheckExtension;
  /** Folder of sources below the output: `src/` in a package, empty for sources. */
  readonly sourceRoot: 'src/' | '';
  readonly runtime: RuntimePlan;
  /** Documents named in the header of every file. */
  readonly documents: readonly string[];
}

/** Where a package is developed and published. */
export interface PublishingPlan {
  readonly repository?: { readonly url: string; readonly directory?: string };
  readonly homepage?: string;
  /** URL where problems are reported. */
  readonly bugs?: string;
  readonly access?: 'public' | 'restricted';
  readonly provenance?: boolean;
  readonly registry?: string;
  /** The dist-tag of published versions. */
  readonly tag?: string;
}

/** The runtime, which a package depends on, or which is copied into it. */
export interface RuntimePlan {
  readonly name: '@tallystick/runtime';
  /** npm version range. */
  readonly range: string;
  /** Files of copies, relative to the sources, by the module of the runtime. Absent for a dependency. */
  readonly copies?: ReadonlyMap<string, string>;
}

/** A type of strings or numbers that accepts no others. */
export interface BrandPlan {
  /** The schema that declares the type. */
  readonly id: SchemaId;
  readonly type: Identifier;
  readonly shape: BrandedShape;
}

/** Program type of strings with one format. */
export interface ConversionPlan {
  /** Imported type. Absent for `Date`. */
  readonly type?: Identifier;
  /** `TextCodec` that converts between string and program value. */
  readonly codec: Identifier;
}

export interface TypePlan {
  readonly identifier: Identifier;
  readonly id: SchemaId;
  readonly use: Use;
  /** Shape of the type. Never a reference to itself. */
  readonly shape: Shape;
  /** Members of a list of values, unless it is a union of literals. */
  readonly values?: EnumPlan;
}

/** A list of values whose members have names. */
export interface EnumPlan {
  /** A constant object with a type of its values, or a TypeScript enum. */
  readonly kind: 'object' | 'enum';
  /** Name of the constant or enum. */
  readonly value: Identifier;
  readonly members: readonly EnumMemberPlan[];
  /** Types of other allowed values: any value of a type, or `null`. */
  readonly others: readonly ('string' | 'number' | 'bigint' | 'null')[];
}

export interface EnumMemberPlan {
  readonly name: IdentifierName;
  readonly value: string | number | bigint | boolean;
  readonly prose?: string;
}

/** Functions that check one schema. Only those of named types are exported. */
export interface CheckPlan {
  readonly id: SchemaId;
  /**
   * With `send`, `readOnly` properties are not required. With `receive`, `writeOnly` properties are
   * not.
   */
  readonly use: Use;
  readonly type: Identifier | undefined;
  /** Type guard, such as `isPolicy(value): value is Policy`. */
  readonly guard: Identifier;
  /**
   * Object with the full check, the assertion and the Standard Schema, such as `policySchema`. Absent
   * if the schema has no exported type.
   */
  readonly schema?: Identifier;
  readonly exported: boolean;
  /** File that contains the checking function. */
  readonly functions: string;
}

/** Operations of one tag: one file, one class, one property of the client. */
export interface ServicePlan {
  /** Property of the client, such as `policies`. */
  readonly property: IdentifierName;
  /** Name of the class, such as `PoliciesService`. */
  readonly className: Identifier;
  /** File of the client operations, such as `operations/policies.ts`. */
  readonly file: string;
  readonly description?: Prose;
  readonly operations: readonly OperationPlan[];
  /** File of the server operations, such as `server/policies.ts`. */
  readonly serverFile: string;
  /** Interface that a server implements for this service, such as `PoliciesHandlers`. */
  readonly handlersType: Identifier;
  /** Descriptors with their checks, such as `policiesRoutes`, for the server factory. */
  readonly routes: Identifier;
  /** The service's part of the tables of checks, if checks are in several files. */
  readonly checks?: { readonly requests: Identifier; readonly responses: Identifier };
}

export interface OperationPlan {
  readonly operation: Operation;
  /** Id in the descriptor: the `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Standalone function, such as `createPolicy`. */
  readonly function: Identifier;
  /** Method of the service, such as `create`. */
  readonly method: IdentifierName;
  /** Descriptor constant, such as `createPolicyDescriptor`. */
  readonly descriptor: Identifier;
  readonly arguments: ArgumentsPlan;
  /**
   * Function type of a call, such as `CreatePolicyCall`. For a webhook, the tuple of the arguments
   * that follow the target, such as `PolicyCreatedArguments`.
   */
  readonly callType: Identifier;
  /** Type with a property for each declared response, such as `CreatePolicyResponses`. */
  readonly responsesType: Identifier;
  /**
   * Media types of success that a call may select, and the type with the outcomes for each, such as
   * `CreatePolicyOutcomes`. Absent if there is only one.
   */
  readonly accepts?: { readonly types: readonly string[]; readonly outcomesType: Identifier };
  /** Declared outcomes. A throwing call resolves to the union of the success bodies. */
  readonly outcomes: readonly OutcomePlan[];
  readonly pagination?: PaginationPlan;
  /** Links of the responses. Absent if there are none. */
  readonly links?: readonly LinkPlan[];
  readonly server: OperationServerPlan;
}

/** Documentation of an operation that can be called after a response. */
export interface LinkPlan {
  readonly status: number | StatusRange | 'default' | undefined;
  /** Function to call. If the package lacks the operation, the description's own text. */
  readonly function: IdentifierName | string;
  readonly link: Link;
}

/**
 * Arguments of a call: path parameters by position in path order, then the input if there is one,
 * then the call options. The kinds of input are:
 *
 * - `body`: the body itself. Optional query and header parameters belong to the options.
 * - `query`: an object of query parameters, if there is no body. Optional headers belong to the
 * options.
 * - `parts`: `{ body, query, headers, cookies }`, if parameters besides the first of these are
 * required.
 * - `none`: no input, so the options follow the path parameters.
 */
export interface ArgumentsPlan {
  readonly path: readonly { readonly name: IdentifierName; readonly parameter: Parameter }[];
  readonly input: {
    readonly kind: 'none' | 'body' | 'query' | 'parts';
    readonly required: boolean;
    /** Named type of an input that is not a component: `ListWebhooksQuery`, `UploadFileInput`. */
    readonly type?: Identifier;
  };
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Headers of the parts of a form, by property. */
  readonly partHeaders: readonly PartHeadersPlan[];
  readonly queryType?: Identifier;
  readonly headersType?: Identifier;
  readonly cookiesType?: Identifier;
  readonly body?: { readonly required: boolean; readonly contents: readonly Content[] };
  /** Conversion of a JSON-RPC method's input to its params. Absent for plain HTTP. */
  readonly rpcParams?: 'single' | 'members';
  /** `CallOptions`, or a named extension of it that includes optional parameters. */
  readonly options: Identifier;
}

export interface OutcomePlan {
  readonly outcome: Outcome;
  /** Name of the server's `respond` function, such as `created`, `notFound` or `default`. */
  readonly respond: IdentifierName;
  readonly success: boolean;
  /** Contents that a call accepts if it selects no media type. */
  readonly defaultContents: readonly Content[];
  /** Named type of the declared response headers. */
  readonly headersType?: Identifier;
}

export interface PaginationPlan {
  readonly pagination: Pagination;
  /** Schema of one item. */
  readonly item: SchemaId;
}

export interface OperationServerPlan {
  /** Type of the request that a handler receives. */
  readonly requestType: Identifier;
  /**
   * Type of the responses as a handler sends them, such as `DownloadReplies`. Absent if they have
   * the types that a caller receives.
   */
  readonly repliesType?: Identifier;
}

export interface SecurityPlan {
  readonly scheme: SecurityScheme;
  /**
   * Messages that carry the credentials: client requests, webhook and callback deliveries, or both.
   */
  readonly carriedBy: 'requests' | 'deliveries' | 'both';
  /** Property of `credentials` and `security`: the scheme's key as an identifier. */
  readonly property: IdentifierName;
  /** Constant with the scheme's literal, such as `bearerScheme`. */
  readonly constant: Identifier;
  /**
   * Credential factory in `security.ts`, such as `apiKey`. Present if the description declares one.
   */
  readonly factory?: Identifier;
  /** Verifier factory, such as `bearerVerifier`. */
  readonly verifier?: Identifier;
  /** Signature of requests or messages. Present if the description declares one. */
  readonly hmac?: HmacPlan;
  /** Permissions of the keys of tokens or signatures. Present if there are any. */
  readonly permissions?: PermissionsPlan;
  /** Token source for clients. Present if the description declares one. */
  readonly clientCredentials?: ClientCredentialsPlan;
}

/** Client credentials grant of an OAuth 2 or OpenID Connect scheme. */
export interface ClientCredentialsPlan {
  /** Credential factory in `security.ts`, such as `shopClientCredentials`. */
  readonly factory: Identifier;
  readonly source: { readonly tokenUrl: string } | { readonly openIdConnectUrl: string };
  /** Scopes that may be requested. Empty if the description declares none. */
  readonly scopes: readonly string[];
}

/** Generated parts of a scheme with `x-hmac`. */
export interface HmacPlan {
  /** Parts of the credential besides its secret. */
  readonly parts: readonly ('key' | 'passphrase')[];
}

/** Permissions that a key may have. */
export interface PermissionsPlan {
  /** In the order of the description. */
  readonly scopes: readonly string[];
  /** Type that lists them, such as `ExchangeKeyScope`. */
  readonly type: Identifier;
}

/** Representation of the server's own faults in one error body. */
export interface ErrorPlan {
  readonly shape: ErrorShape;
  /** Name of the constant, such as `errorBodyFaults`. */
  readonly constant: Identifier;
}
