import { namedOptions, type NamedOption } from './options.js';
import { texts } from './value-types.js';

/** JSON Schema (2020-12) of the config file. */
export function configSchema(): { readonly [keyword: string]: unknown } {
  const required = namedOptions.filter((option) => option.package === 'required');
  const excluded = namedOptions.filter((option) => typeof option.package === 'object');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'tallystick.yaml',
    description:
      'Descriptions and the packages that are generated from them. Paths are relative to the folder of this file.',
    type: 'object',
    required: ['packages'],
    additionalProperties: false,
    properties: {
      packages: {
        description: 'One entry for each output folder.',
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/package' },
      },
    },
    $defs: {
      package: {
        type: 'object',
        required: ['documents', 'out'],
        additionalProperties: false,
        dependentRequired: Object.fromEntries(required.map(({ name }) => [name, ['package']])),
        dependentSchemas: Object.fromEntries(
          excluded.map(({ name }) => [name, { properties: { package: false } }]),
        ),
        properties: {
          documents: {
            description:
              'The entry documents of one service, such as its REST operations and its feed. Each is a path or a URL.',
            ...texts.schema,
          },
          out: {
            description:
              'The output folder, below the folder of this file. Its entire content is managed by the generator.',
            type: 'string',
            minLength: 1,
          },
          ...Object.fromEntries(namedOptions.map((option) => [option.name, memberSchema(option)])),
        },
      },
    },
  };
}

function memberSchema({ summary, type, defaultValue }: NamedOption): object {
  return {
    description: summary,
    ...type.schema,
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
}

/** Rows of the guide's table: member of the config file, flag, meaning. */
export function optionRows(): readonly (readonly [
  member: string,
  flag: string,
  meaning: string,
])[] {
  return namedOptions.map(({ name, page, flags = [], summary }) => [
    page === undefined ? `\`${name}\`` : `[\`${name}\`](${page.replace(/^cli\.md/, '')})`,
    flags.map(({ syntax }) => `\`${syntax}\``).join(', '),
    summary.replace(/\.$/, ''),
  ]);
}
