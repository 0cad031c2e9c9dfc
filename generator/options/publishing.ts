import { isWebAddress } from '../core/address.js';
import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { configValue } from './config-diagnostics.js';
import type { OptionType, PackageOption } from './option.js';
import { readChoice, readFlag, readMembers, readText } from './read-members.js';

const accesses = ['public', 'restricted'] as const;

/** What the `package.json` of a package tells about publishing it. */
export interface PublishRequest {
  readonly repository?: Repository;
  /** URL of the project's page. */
  readonly homepage?: string;
  /** URL where problems are reported. */
  readonly bugs?: string;
  /** Who may install a package with a scope. Default: what npm does, `restricted`. */
  readonly access?: (typeof accesses)[number];
  /** True to publish with a statement of where the package was built. */
  readonly provenance?: boolean;
  /** URL of the registry. Default: that of the project's `.npmrc`. */
  readonly registry?: string;
  /** The dist-tag that a published version gets. Default: `latest`. */
  readonly tag?: string;
}

/** A repository of the sources, and the folder of the package in it. */
export interface Repository {
  readonly url: string;
  readonly directory?: string;
}

/** Members of `package.json` for publishing the package. */
export const publish: PackageOption<PublishRequest> = {
  summary:
    'What package.json tells about publishing: repository, homepage, bugs, access, provenance, registry and tag.',
  page: 'publishing.md#settings',
  type: {
    schema: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      properties: {
        repository: {
          description:
            'Repository of the sources: owner/name on GitHub, or a URL, alone or with the folder of the package in it.',
          oneOf: [
            { type: 'string', minLength: 1 },
            {
              type: 'object',
              required: ['url'],
              additionalProperties: false,
              properties: {
                url: { type: 'string', minLength: 1 },
                directory: { type: 'string', minLength: 1 },
              },
            },
          ],
        },
        homepage: webPage('URL of the page of the project.'),
        bugs: webPage('URL where problems are reported.'),
        access: {
          description: 'Who may install a package with a scope. Default: that of npm, restricted.',
          enum: accesses,
        },
        provenance: {
          description: 'True to publish with a statement of where the package was built.',
          type: 'boolean',
        },
        registry: webPage('URL of the registry. Default: that of .npmrc.'),
        tag: {
          description: 'The dist-tag that a published version gets. Default: latest.',
          type: 'string',
          minLength: 1,
        },
      },
    },
    read: readPublish,
  },
  package: 'required',
};

function webPage(description: string): OptionType<string>['schema'] {
  return { description, type: 'string', pattern: '^https?://' };
}

function readPublish(value: Json, origin: Origin, reporter: Reporter): PublishRequest | undefined {
  const optional = [
    'repository',
    'homepage',
    'bugs',
    'access',
    'provenance',
    'registry',
    'tag',
  ] as const;
  const members = readMembers(value, origin, { required: [], optional }, reporter);
  if (members === undefined) return undefined;
  const at = (name: (typeof optional)[number]): Origin => childOrigin(origin, name);
  const page = (name: 'homepage' | 'bugs' | 'registry'): string | undefined =>
    readWebPage(members[name], at(name), reporter);
  const request = withoutAbsent({
    repository: readRepository(members['repository'], at('repository'), reporter),
    homepage: page('homepage'),
    bugs: page('bugs'),
    access: readChoice(members['access'], accesses, at('access'), reporter),
    provenance: readFlag(members['provenance'], at('provenance'), reporter),
    registry: page('registry'),
    tag: readTag(members['tag'], at('tag'), reporter),
  });
  if (request.provenance === true) {
    if (members['repository'] === undefined)
      reporter.report(configValue.provenanceWithoutRepository(), at('provenance'), {
        hint: 'add "repository" with its URL',
      });
    if (request.access === 'restricted')
      reporter.report(configValue.restrictedProvenance(), at('provenance'), {
        hint: 'set "access" to public, or remove "provenance"',
      });
  }
  return request;
}

function readRepository(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): Repository | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const url = readText(value, origin, reporter);
    return url === undefined ? undefined : checkedRepository({ url }, origin, reporter);
  }
  const members = readMembers(
    value,
    origin,
    { required: ['url'], optional: ['directory'] },
    reporter,
  );
  const url = readText(members?.['url'], childOrigin(origin, 'url'), reporter);
  const directory = readText(members?.['directory'], childOrigin(origin, 'directory'), reporter);
  if (url === undefined) return undefined;
  const repository = { url, ...(directory !== undefined && { directory }) };
  return checkedRepository(repository, childOrigin(origin, 'url'), reporter);
}

/** The repository with the URL that npm would write, because it warns about all others. */
function checkedRepository(
  repository: Repository,
  origin: Origin,
  reporter: Reporter,
): Repository | undefined {
  const [, onGitHub] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository.url) ?? [];
  const url = onGitHub === undefined ? repository.url : `https://github.com/${onGitHub}`;
  const problem = `"${repository.url}" is not a repository: use owner/name, or a URL`;
  if (!/^(?:git\+)?(?:https?|ssh|git):\/\/\S+$/.test(url)) {
    reporter.report(configValue.text({ problem }), origin);
    return undefined;
  }
  const isGitHub = /^https:\/\/github\.com\/[^/]+\/[^/]+$/.test(url);
  const canonical = isGitHub ? `git+${url.replace(/\.git$/, '')}.git` : url;
  return { ...repository, url: canonical };
}

function readWebPage(
  value: Json | undefined,
  origin: Origin,
  reporter: Reporter,
): string | undefined {
  const url = readText(value, origin, reporter);
  if (url === undefined || isWebAddress(url)) return url;
  reporter.report(configValue.text({ problem: `"${url}" is not the URL of a page` }), origin);
  return undefined;
}

/** A dist-tag. npm refuses those that are versions or ranges. */
function readTag(value: Json | undefined, origin: Origin, reporter: Reporter): string | undefined {
  const tag = readText(value, origin, reporter);
  if (tag === undefined || (/^[a-z][\w.-]*$/i.test(tag) && !/^[vx][\d.]*$/i.test(tag))) return tag;
  const problem = `"${tag}" is not a dist-tag: use a word such as next`;
  reporter.report(configValue.text({ problem }), origin);
  return undefined;
}

type Present<Members> = { readonly [Name in keyof Members]?: NonNullable<Members[Name]> };

function withoutAbsent<Members extends object>(members: Members): Present<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Present<Members>;
}
