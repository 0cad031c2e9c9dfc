import { missingMember, omittedMember } from '../../../core/diagnostics/members.js';
import { looseForm } from '../../../core/diagnostics/values.js';
import type { Api, ServerVariable } from '../../api.js';
import { readChangelog } from '../extensions/changelog.js';
import { readDates, readInt64 } from '../extensions/representations.js';
import { readLimits } from '../extensions/limits.js';
import { resolveRateLimits } from '../extensions/rate-limit.js';
import { readStates } from '../extensions/state.js';
import { readVariables } from '../extensions/variables.js';
import { member } from '../json.js';
import { reportCycles } from '../schema/cycles.js';
import { implyTypes } from '../schema/imply-types.js';
import { settleListedExtensions } from '../schema/listed-extensions.js';
import { narrowSubtypes } from '../schema/narrow-subtypes.js';
import { addNullBranches } from '../schema/nullable.js';
import { resolveDescription } from '../schema/external-schemas.js';
import { readOtherComponents, readSchemaComponents } from './components.js';
import { credentialSchemes } from '../extensions/credential.js';
import { assignErrorShapes } from '../extensions/error.js';
import {
  checkMembers,
  extensionsOf,
  objectAt,
  optional,
  requiredText,
  proseAt,
  textAt,
  type ObjectNode,
} from './node.js';
import { readPaths, readWebhooks } from './paths.js';
import type { Reading } from './reading.js';
import { readSecurity, readSecuritySchemes } from './security.js';
import { readServers } from './servers.js';
import { readTags } from './tags.js';

const MEMBERS = [
  'openapi',
  'info',
  'servers',
  'paths',
  'components',
  'security',
  'tags',
  'externalDocs',
  'webhooks',
  'jsonSchemaDialect',
  '$self',
];

/** Reads a complete description from the root of its entry document (OpenAPI 3.1.1 section 4.8.1). */
export function readDocument(
  reading: Reading,
  root: ObjectNode,
): Omit<Api, 'entries' | 'documents'> {
  checkMembers(root, MEMBERS, 'an OpenAPI document');
  checkParts(root);
  const components = objectAt(root, 'components');
  const declared = components === undefined ? [] : readSecuritySchemes(reading, components);
  const named = components === undefined ? [] : readSchemaComponents(reading, components);
  const inherited = {
    servers: readServers(root) ?? [defaultServer(root)],
    security: readSecurity(root, declared) ?? [],
    schemes: declared,
  };
  readPaths(reading, root, inherited);
  readWebhooks(reading, root, inherited);
  if (components !== undefined) readOtherComponents(reading, components);
  const { discriminators, elsewhere } = resolveDescription(
    reading.schemas,
    root.document,
    named,
    reading.isAsked,
  );
  implyTypes(reading.schemas);
  settleListedExtensions(reading.schemas);
  narrowSubtypes(reading.schemas, discriminators);
  addNullBranches(reading.schemas);
  reportCycles(reading.schemas.table, reading.reporter);
  const limited = resolveRateLimits(reading, root, reading.operations);
  const operations = assignErrorShapes(reading, limited.operations);
  const credentials = credentialSchemes(
    operations.flatMap((operation) => operation.parameters),
    declared,
  );
  const variables: readonly ServerVariable[] = readVariables(root, [
    ...inherited.servers,
    ...operations.flatMap((operation) => operation.servers),
  ]);
  return {
    speaks: ['http'],
    ...readInfo(root),
    origin: root.origin,
    servers: inherited.servers,
    variables,
    tags: readTags(root, operations),
    security: inherited.security,
    securitySchemes: [...declared, ...credentials],
    operations,
    messageServers: [],
    connections: [],
    channels: [],
    flows: [],
    messages: [],
    schemas: reading.schemas.table,
    examples: reading.examples,
    components: named,
    ...(elsewhere.length > 0 && { elsewhere }),
    states: readStates(reading),
    rateLimits: limited.rateLimits,
    limits: readLimits(reading, root),
    ...readChangelog(reading, root, { operations, schemas: named }),
    ...optional('int64', readInt64(root)),
    ...optional('dates', readDates(root)),
    extensions: extensionsOf(root),
  };
}

/** Default server if the document lists none: the URL that the document was fetched from (section 4.8.1). */
function defaultServer(root: ObjectNode): Api['servers'][number] {
  return { url: '/', variables: [], origin: root.origin };
}

function checkParts(root: ObjectNode): void {
  const { version } = root.document;
  const parts = version === '3.0' ? ['paths'] : ['paths', 'webhooks', 'components'];
  if (parts.some((name) => Object.hasOwn(root.value, name))) return;

  // Apart from paths, a 3.0 document can only contain components, which other documents may refer to.
  if (Object.hasOwn(root.value, 'components'))
    root.reporter.report(
      omittedMember.default({ what: 'the document', name: 'paths' }),
      root.origin,
      {
        hint: 'write "paths: {}" if there are none',
      },
    );
  else
    root.reporter.report(missingMember.oneOf({ what: 'the document', names: parts }), root.origin, {
      ...(version === '3.0' && { hint: 'write "paths: {}" if there are none' }),
    });
}

/** Reads the title, version, descriptions and licence of a description (section 4.8.2). `more` lists members that only AsyncAPI defines. */
export function readInfo(
  root: ObjectNode,
  more: readonly string[] = [],
): Pick<Api, 'title' | 'version' | 'summary' | 'description' | 'license'> {
  if (member(root.value, 'info') === undefined) {
    root.reporter.report(
      missingMember.default({ what: 'the document', name: 'info' }),
      root.origin,
    );
  }
  const info = objectAt(root, 'info');
  if (info === undefined) return { title: '', version: '' };
  checkMembers(
    info,
    ['title', 'summary', 'description', 'termsOfService', 'contact', 'license', 'version', ...more],
    'the info',
  );
  return {
    title: requiredText(info, 'title', 'the info') ?? '',
    version: requiredText(info, 'version', 'the info') ?? '',
    ...optional('summary', proseAt(info, 'summary')),
    ...optional('description', proseAt(info, 'description')),
    ...optional('license', readLicense(info)),
  };
}

function readLicense(info: ObjectNode): Api['license'] | undefined {
  const license = objectAt(info, 'license');
  if (license === undefined) return undefined;
  checkMembers(license, ['name', 'identifier', 'url'], 'a licence');
  const name = requiredText(license, 'name', 'the licence');
  if (name === undefined) return undefined;
  if (['identifier', 'url'].every((each) => member(license.value, each) !== undefined)) {
    license.reporter.report(looseForm.license(), license.origin, {
      part: 'key',
      hint: 'the identifier is sufficient',
    });
  }
  return {
    name,
    ...optional('identifier', textAt(license, 'identifier')),
    ...optional('url', textAt(license, 'url')),
  };
}
