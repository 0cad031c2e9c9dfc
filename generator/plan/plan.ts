import type {
  Api,
  Content,
  ErrorShape,
  Link,
  Operation,
  Outcome,
  Pagination,
  Parameter,
  Server,
  ServerVariable,
  StateTable,
  StatusRange,
} from '../model/api.js';
import type { Origin } from '../core/origin.js';
import type { Change } from '../model/changelog.js';
import type { NamedLimit, RateLimit } from '../model/limits.js';
import type { SchemaId } from '../model/schema.js';
import type { Shape, Shapes, Use } from '../model/shape.js';
import type { SecurityScheme } from '../model/security.js';
import type { FeedPlan } from './feeds/plan.js';
import type { FormPlan } from './form-parts.js';
import type { PartHeadersPlan } from './part-headers.js';
import type { WebhooksPlan } from './webhook-plan.js';
import type { FixPlan } from './fix.js';
import type { ZodNode } from './zod/node.js';

declare const identifierBrand: unique symbol;
/** A legal TypeScript identifier, chosen in plan and nowhere else. */
export type IdentifierName = string & { readonly [identifierBrand]: true };

/** A name and the file that exports it. `typeOnly` names vanish when compiled. */
export interface Identifier {
  readonly name: IdentifierName;
  /** Path within the package's sources, with `.ts`, or a bare package specifier. */
  readonly from: string;
  readonly typeOnly: boolean;
}

/** Everything TypeScript will say for one package: every name and every file, chosen once. */
export interface Plan {
  readonly api: Api;
  readonly shapes: Shapes;
  readonly package: PackagePlan;
  /** Where the named types are: `types.ts`, which re-exports them where they are split. */
  readonly typesFile: string;
  /** Named declarations of types.ts, in the order they are printed. */
  readonly types: readonly TypePlan[];
  /** The name under which a schema is known for a use; `undefined` where it is written inline. */
  typeOf(id: SchemaId, use: Use): Identifier | undefined;
  /** Named checks of validators.ts, in order. */
  readonly checks: readonly CheckPlan[];
  /** The check of a schema; for requests the one that forgives members which only responses hold. */
  checkOf(id: SchemaId, use?: Use): CheckPlan | undefined;
  /** What texts of some formats are in a program, by format; only formats that there are. */
  readonly conversions: ReadonlyMap<string, ConversionPlan>;
  /** Whether a pattern is compiled to what takes linear time, in place of a `RegExp`. */
  isLinear(pattern: string): boolean;
  /** Zod schemas, where they were asked for. */
  readonly zod?: ZodPlan;
  /** Whether `paths.ts` is written: `paths`, `components` and `operations` for openapi-fetch. */
  readonly hasPathsView: boolean;
  /** How the members of a form travel; `undefined` for a body that is no form. */
  formOf(content: Content): FormPlan | undefined;
  readonly services: readonly ServicePlan[];
  readonly operations: readonly OperationPlan[];
  readonly security: readonly SecurityPlan[];
  readonly states: readonly StatePlan[];
  /** `limits.ts`; absent where nothing is limited. */
  readonly limits?: LimitsPlan;
  /** What changed at a place, the newest first (`x-changelog`). */
  changesAt(place: Origin): readonly Change[];
  readonly errors: readonly ErrorPlan[];
  /** What the server sends by itself; absent where it sends nothing. */
  readonly webhooks?: WebhooksPlan;
  /** Connections over WebSockets. */
  readonly feeds: readonly FeedPlan[];
  /** Messages and sessions of FIX, where a server speaks it. */
  readonly fix?: FixPlan;
  readonly client: ClientPlan;
  readonly server: ServerPlan;
}

/** A publishable package, or a folder of sources inside somebody's own. */
export interface PackagePlan {
  readonly kind: 'package' | 'sources';
  /** npm name; for sources the base name that classes are called after. */
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license: string;
  /** Whether its build writes CommonJS beside ESM. */
  readonly buildsCommonJs: boolean;
  /** What stands behind the name of a file where another one imports it. */
  readonly importExtension: '' | '.js' | '.ts';
  /** Where sources lie within the output: `src/` in a package, nothing for sources. */
  readonly sourceRoot: 'src/' | '';
  readonly runtime: { readonly name: '@tallystick/runtime'; readonly range: string };
  /** Documents as the header of every file names them. */
  readonly documents: readonly string[];
}

/** What texts of one format are in a program. */
export interface ConversionPlan {
  /** Its type; `Date` itself where there is none to import. */
  readonly type?: Identifier;
  /** The `TextCodec` that reads and writes it. */
  readonly codec: Identifier;
}

export interface TypePlan {
  readonly identifier: Identifier;
  readonly id: SchemaId;
  readonly use: Use;
  /** Its shape, never a bare reference to itself. */
  readonly shape: Shape;
  /** Its values by name, where it lists some and they are wanted so. */
  readonly values?: EnumPlan;
}

/** A list of values that programs have by their names. */
export interface EnumPlan {
  /** An object with a type of its values beside it, or an enum of TypeScript. */
  readonly kind: 'object' | 'enum';
  /** Its name as that of a value. */
  readonly value: Identifier;
  readonly members: readonly EnumMemberPlan[];
  /** What the type takes beside the members: any other value of a type, or `null`. */
  readonly others: readonly ('string' | 'number' | 'bigint' | 'null')[];
}

export interface EnumMemberPlan {
  readonly name: IdentifierName;
  readonly value: string | number | bigint | boolean;
  readonly prose?: string;
}

/** The functions that check one schema. Only named ones are exported. */
export interface CheckPlan {
  readonly id: SchemaId;
  /** `send`: `readOnly` members are not demanded; `receive`: `writeOnly` ones are not. */
  readonly use: Use;
  readonly type: Identifier | undefined;
  /** `isPolicy(value): value is Policy`. */
  readonly guard: Identifier;
  /** `checkPolicy(value): readonly Violation[]`. */
  readonly report: Identifier;
  /** `assertPolicy(value): asserts value is Policy`; absent where the schema has no name of its own. */
  readonly assert?: Identifier;
  /** `policySchema`: the same check as a Standard Schema; absent where the schema has no name of its own. */
  readonly standard?: Identifier;
  readonly exported: boolean;
  /** The file of the function that does the work. */
  readonly functions: string;
}

/** `zod.ts`: a Zod schema for every named type. */
export interface ZodPlan {
  readonly file: 'zod.ts';
  /** Versions of Zod that the schemas work with, as npm writes ranges. */
  readonly range: string;
  readonly schemas: readonly ZodSchemaPlan[];
}

export interface ZodSchemaPlan {
  /** `zodPolicy`. */
  readonly identifier: Identifier;
  readonly type: Identifier;
  /** `checkPolicy`, for what Zod cannot say. */
  readonly report: Identifier;
  readonly node: ZodNode;
  /** The description says more than the node. */
  readonly guarded: boolean;
}

/** Operations of one tag: one file, one class, one member of the client. */
export interface ServicePlan {
  /** Member of the client: `policies`. */
  readonly property: IdentifierName;
  /** `PoliciesService`. */
  readonly className: Identifier;
  /** `operations/policies.ts`. */
  readonly file: string;
  readonly description?: string;
  readonly operations: readonly OperationPlan[];
  /** `server/policies.ts`: the server's half of the same operations. */
  readonly serverFile: string;
  /** `PoliciesHandlers`: what a server has to write for this service. */
  readonly handlersType: Identifier;
  /** `policiesRoutes`: descriptors with their checks, for the server's factory. */
  readonly routes: Identifier;
  /** Its part of the tables of checks, where checks are in several files. */
  readonly checks?: { readonly requests: Identifier; readonly responses: Identifier };
}

export interface OperationPlan {
  readonly operation: Operation;
  /** Descriptor id: the `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Standalone function: `createPolicy`. */
  readonly function: Identifier;
  /** Method of its service: `create`. */
  readonly method: IdentifierName;
  /** Descriptor constant: `createPolicyDescriptor`. */
  readonly descriptor: Identifier;
  readonly arguments: ArgumentsPlan;
  /** `CreatePolicyArguments`, the tuple of a call's arguments. */
  readonly argumentsType: Identifier;
  /** `CreatePolicyOutcome`, the union that `.result` returns. */
  readonly outcomeType: Identifier;
  /** The media types of success among which a call may choose, and `CreatePolicyOutcomes`, the outcomes by them; absent where there is no choice. */
  readonly accepts?: { readonly types: readonly string[]; readonly outcomesType: Identifier };
  /** What the throwing form resolves to: the union of the success bodies. */
  readonly outcomes: readonly OutcomePlan[];
  readonly pagination?: PaginationPlan;
  /** Where its responses lead to; absent where they lead nowhere. */
  readonly links?: readonly LinkPlan[];
  readonly server: OperationServerPlan;
}

/** A hint for people: what can be called after a response. */
export interface LinkPlan {
  readonly status: number | StatusRange | 'default' | undefined;
  /** The function to call; the description's own words for an operation that the package does not have. */
  readonly function: IdentifierName | string;
  readonly link: Link;
}

/**
 * The one rule for arguments: path parameters by position in path order; the one input, where there is one; call options.
 * `body`: the body itself (optional query and header parameters travel in the options).
 * `query`: the query parameters' members (no body; optional headers travel in the options).
 * `parts`: `{ body, query, headers, cookies }`, where a query or header parameter is required beside others.
 * `none`: nothing to give, so that the options come next.
 */
export interface ArgumentsPlan {
  readonly path: readonly { readonly name: IdentifierName; readonly parameter: Parameter }[];
  readonly input: {
    readonly kind: 'none' | 'body' | 'query' | 'parts';
    readonly required: boolean;
    /** Named type of the input where it is no component: `ListWebhooksQuery`, `UploadFileInput`. */
    readonly type?: Identifier;
  };
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly cookies: readonly Parameter[];
  /** Header lines of the parts of a form, by member. */
  readonly partHeaders: readonly PartHeadersPlan[];
  readonly queryType?: Identifier;
  readonly headersType?: Identifier;
  readonly cookiesType?: Identifier;
  readonly body?: { readonly required: boolean; readonly contents: readonly Content[] };
  /** How a JSON-RPC method's input becomes its params; absent for plain HTTP. */
  readonly rpcParams?: 'single' | 'members';
  /** `CallOptions`, or a named extension of it where optional parameters travel there. */
  readonly options: Identifier;
}

export interface OutcomePlan {
  readonly outcome: Outcome;
  /** Member of the server's `respond`: `created`, `notFound`, `default`. */
  readonly respond: IdentifierName;
  readonly success: boolean;
  /** The contents that a call takes which asks for none of them. */
  readonly usual: readonly Content[];
  /** Named type of the declared response headers. */
  readonly headersType?: Identifier;
}

export interface PaginationPlan {
  readonly pagination: Pagination;
  /** Schema of one item. */
  readonly item: SchemaId;
}

export interface OperationServerPlan {
  /** `CreatePolicyRequest`: what a handler receives. */
  readonly requestType: Identifier;
  /** `CreatePolicyRespond`: makes the answers that are declared. */
  readonly respondType: Identifier;
  /** `CreatePolicyAnswer`: every answer that is declared. */
  readonly answerType: Identifier;
}

export interface SecurityPlan {
  readonly scheme: SecurityScheme;
  /** What its credentials travel with: requests of clients, webhooks and callbacks, or both. */
  readonly carriedBy: 'requests' | 'deliveries' | 'both';
  /** Member of `credentials` and `security`: the scheme's key as an identifier. */
  readonly property: IdentifierName;
  /** Constant with the scheme's literal: `bearerScheme`. */
  readonly constant: Identifier;
  /** Credential factory where the description declares one: `apiKey`; lives in `security.ts`. */
  readonly factory?: Identifier;
  /** Verifier factory beside it: `bearerVerifier`. */
  readonly verifier?: Identifier;
  /** How requests or messages are signed, where the description says so. */
  readonly hmac?: HmacPlan;
  /** How a client gets tokens by itself, where the description says where they are to be had. */
  readonly clientCredentials?: ClientCredentialsPlan;
}

/** The client credentials grant of a scheme of OAuth 2 or OpenID Connect. */
export interface ClientCredentialsPlan {
  /** `shopClientCredentials`, in `security.ts`. */
  readonly factory: Identifier;
  readonly source: { readonly tokenUrl: string } | { readonly openIdConnectUrl: string };
  /** What may be asked for; empty where the description does not say. */
  readonly scopes: readonly string[];
}

/** What TypeScript says of a scheme with `x-hmac`. */
export interface HmacPlan {
  /** Parts of the credential beside its secret. */
  readonly parts: readonly ('key' | 'passphrase')[];
  /** What a key may be allowed, in the order of the description, and the type that lists it. */
  readonly scopes: readonly string[];
  readonly scopeType?: Identifier;
}

export interface StatePlan {
  readonly table: StateTable;
  /** `userOperationStatusTransitions`. */
  readonly constant: Identifier;
  /** `canUserOperationStatusTransition(from, to)`. */
  readonly predicate: Identifier;
}

/** `limits.ts`: a constant for every limit. */
export interface LimitsPlan {
  readonly file: 'limits.ts';
  /** What `index.ts` calls them together: `limits`. */
  readonly namespace: IdentifierName;
  /** `x-limits`. */
  readonly values: readonly { readonly identifier: Identifier; readonly limit: NamedLimit }[];
  /** Buckets of `x-rate-limit` that operations draw on: `publicRateLimit`. */
  readonly rates: readonly { readonly identifier: Identifier; readonly limit: RateLimit }[];
}

/** How the server's own faults are said in one error body. */
export interface ErrorPlan {
  readonly shape: ErrorShape;
  /** `errorBodyFaults`. */
  readonly constant: Identifier;
}

export interface ClientPlan {
  /** `PlatformClient`. */
  readonly className: Identifier;
  /** `PlatformClientOptions`, `PlatformCredentials`, `PlatformVariables`. */
  readonly optionsType: Identifier;
  readonly credentialsType: Identifier;
  readonly variablesType: Identifier;
  /** `platformDescription`: servers, variables, security schemes, for client and server alike. */
  readonly description: Identifier;
  /** `connectPlatform(options)`: a client for standalone functions, which carries no services. */
  readonly connect: Identifier;
  readonly servers: readonly Server[];
  /** Variables of the servers' URLs and of `x-variables`, each once. */
  readonly variables: readonly ServerVariable[];
}

export interface ServerPlan {
  /** `createPlatformServer`. */
  readonly factory: Identifier;
  /** `createPartialPlatformServer`: handlers may be missing and answer 501. */
  readonly partialFactory: Identifier;
  /** `PlatformPrincipals`: what the verifiers found, by scheme. */
  readonly principalsType: Identifier;
  readonly handlersType: Identifier;
  readonly optionsType: Identifier;
  readonly verifiersType: Identifier;
  /** Constants of validators.ts: checks of requests and responses by operation id. */
  readonly requestChecks: Identifier;
  readonly responseChecks: Identifier;
}
