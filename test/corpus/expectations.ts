/** Errors of a document as `path:line:column code`, and the reason if a validator accepts the document. */
export interface Fault {
  readonly at: readonly string[];
  readonly why?: string;
}

/** Documents with errors. Those that a validator accepts or cannot check have a reason. */
export const invalidDocuments: Readonly<Record<string, Fault>> = {
  'api.video.json': {
    at: ['api.video.json:1:126402 invalid-type'],
  },
  'cli__remote-url__openapi-components__3.0.yaml': {
    at: ['cli__remote-url__openapi-components__3.0.yaml:14:17 unresolved-reference'],
    why: '"SCHEMAS_URL" stands for an address that its own tests fill in',
  },
  'kiota__multi-anchor-generic-binding__3.1.yaml': {
    at: ['kiota__multi-anchor-generic-binding__3.1.yaml:81:26 unresolved-reference'],
    why: '"#errorType" is an anchor of no schema in the resource that refers to it, where a dynamic reference starts (JSON Schema 2020-12 core 8.2.3.2)',
  },
  'libopenapi__bundled__3.1.yaml': {
    at: [
      'libopenapi__bundled__3.1.yaml:216:13 missing-member',
      'libopenapi__bundled__3.1.yaml:237:13 missing-member',
      'libopenapi__bundled__3.1.yaml:240:13 parameter-description',
      'libopenapi__bundled__3.1.yaml:263:25 missing-member',
    ],
  },
  'multi/libopenapi__paging__3.0/smash/paging.yaml': {
    at: ['paging.yaml:6:8 invalid-type', 'paging.yaml:15:17 forbidden-reference'],
  },
  'multi/openapi-ts__external__3.0/external.yaml': {
    at: ['external.yaml:324:7 unused-path-parameter'],
  },
  'multi/openapi-typescript__jsonschema-defs__3.1/jsonschema-defs.yaml': {
    at: ['jsonschema-defs.yaml:1:1 missing-member'],
  },
  'multi/redocly-cli__external-media-types__3.2/external-media-types.yaml': {
    at: ['external-media-types.yaml:1:1 missing-member'],
  },
  'multi/redocly-cli__no-invalid-media-type-examples-multiple-valid-refs-different-files__openapi__3.1/openapi.yaml':
    {
      at: ['openapi.yaml:1:1 missing-member'],
    },
  'multi/redocly-cli__resolve__openapi__3.0/openapi.yaml': {
    at: ['openapi.yaml:1:1 missing-member'],
  },
  'oapi-codegen__recursive__spec__3.0.yaml': {
    at: ['oapi-codegen__recursive__spec__3.0.yaml:101:7 schema-cycle'],
    why: 'a schema is part of its own "allOf", so that no validator comes to an end on it',
  },
  'rapidapi.com__dynamicdocs.json': {
    at: [
      'rapidapi.com__dynamicdocs.json:1:5630 invalid-name',
      'rapidapi.com__dynamicdocs.json:1:5828 invalid-name',
    ],
    why: 'API keys are to be sent in headers whose names have spaces, which RFC 9110 forbids',
  },
  'redocly-cli__bar__3.2.yaml': {
    at: ['redocly-cli__bar__3.2.yaml:10:13 tag-parent'],
  },
  'redocly-cli__operation-operationId-unique-error__openapi__3.0.yaml': {
    at: [
      'redocly-cli__operation-operationId-unique-error__openapi__3.0.yaml:16:20 duplicate-operation-id',
    ],
  },
};

/** Documents that a validator finds invalid and that have one meaning all the same: warnings that they get. */
export const toleratedErrors: Readonly<Record<string, readonly string[]>> = {
  'kin-openapi__components__3.0.yaml': ['kin-openapi__components__3.0.yaml:1:1 omitted-member'],
  'multi/digitalocean-multifile__DigitalOcean-public.v2/DigitalOcean-public.v2.yaml': [
    'DigitalOcean-public.v2.yaml:7:5 ignored-member',
    'resources/load_balancers/loadBalancers_add_droplets.yml:29:9 loose-form',
    'resources/load_balancers/models/load_balancer.yml:17:3 loose-form',
  ],
  'multi/redocly-cli__sibling-refs-oas__openapi__3.1/openapi.yaml': [
    'openapi.yaml:10:11 omitted-member',
    'openapi.yaml:17:23 ignored-member',
  ],
  'openapi-ts__discriminator-non-string__3.1.yaml': [
    'openapi-ts__discriminator-non-string__3.1.yaml:4:12 loose-form',
  ],
  'openapi-ts__object-property-names__3.1.yaml': [
    'openapi-ts__object-property-names__3.1.yaml:4:12 loose-form',
  ],
  'openapi-ts__sdk-instance__3.0.yaml': ['openapi-ts__sdk-instance__3.0.yaml:4:12 loose-form'],
  'multi/redocly-cli__cafe__3.2/cafe.yaml': [
    'cafe.yaml:31:11 loose-form',
    'cafe.yaml:33:11 loose-form',
    'cafe.yaml:37:11 loose-form',
  ],
  'ogen__parameters__3.0.json': ['ogen__parameters__3.0.json:538:21 loose-form'],
  'openapi-typescript__simple-example__3.1.yaml': [
    'openapi-typescript__simple-example__3.1.yaml:7:3 loose-form',
  ],
  'trpc-trpc__appRouter.openapi.json': [
    'trpc-trpc__appRouter.openapi.json:60:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:357:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:440:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:529:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:617:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:881:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1069:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1180:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1299:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1435:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1535:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1608:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1692:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1779:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1869:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:1951:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:2023:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:2095:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:2171:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:2247:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:2469:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:4574:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:4644:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:4720:13 loose-form',
    'trpc-trpc__appRouter.openapi.json:4799:13 loose-form',
  ],
  'trpc__errorFormatterRouter.openapi__3.1.json': [
    'trpc__errorFormatterRouter.openapi__3.1.json:51:13 loose-form',
  ],
};

/** Documents that `--lenient` refuses too: what may be read, and what credentials travel in, is nothing to be lenient about. */
export const unrecoverable: Readonly<Record<string, Fault>> = {
  'multi/libopenapi__paging__3.0/smash/paging.yaml': {
    at: ['paging.yaml:15:17 forbidden-reference'],
    why: 'the reference leads out of the folder',
  },
  'rapidapi.com__dynamicdocs.json': {
    at: [
      'rapidapi.com__dynamicdocs.json:1:5630 invalid-name',
      'rapidapi.com__dynamicdocs.json:1:5828 invalid-name',
    ],
    why: 'without its credentials a client would be refused and a server open',
  },
};

/** Documents whose output does not compile yet, and why. */
export const knownGaps: Readonly<Record<string, string>> = {};

/** The sample for TypeScript 5.9: each version and kind of document, and every construct that a new compiler could have made possible. */
export const olderCompilerDocuments: readonly string[] = [
  'docker.com__engine.json',
  'influxdata.com.json',
  'kin-openapi__schema31_conditional__3.1.yml',
  'multi/redocly-cli__cafe__3.2/cafe.yaml',
  'nexmo.com__sms.json',
  'openapi-ts__discriminator-non-string__3.1.yaml',
  'openapi-typescript__simple-example__3.1.yaml',
  'readme-oas-examples__train-travel__3.1.json',
  'redocly-cli__bar__3.2.yaml',
  'telegram.org.json',
  'trpc-trpc__appRouter.openapi.json',
  'xero.com__xero_accounting.json',
];
