import type { KeywordSchema, SchemaId } from '../../model/schema.js';
import { anchorLink, below } from './anchors.js';
import { constraintsOf, jsonText, shortened, valuesOf } from './constraints.js';
import { markup, inlineCode, joinHtml, text, type Html } from './html.js';
import { badge, deprecatedBadge, linkTo, type PageContext } from './layout.js';

/** Schemas that one page shows in place, whatever they contain. */
const mostSchemas = 400;
/** Schemas below one another that are shown in place. */
const deepest = 8;

/** Describes schemas on one page. It counts them, so that a page remains small. */
export class SchemaView {
  private readonly context: PageContext;
  private readonly used = new Map<string, number>();
  private shown = 0;

  constructor(context: PageContext) {
    this.context = context;
  }

  /** The type of a schema's values in words, with links to the pages of named schemas. */
  type(id: SchemaId, depth = 0): Html {
    const page = this.context.schemaPages.get(id);
    if (page !== undefined)
      return markup`<a href="${linkTo(this.context, page.path)}">${text(page.name)}</a>`;
    return this.definition(id, depth);
  }

  /** The type in words, without a link to the schema's own page. */
  definition(id: SchemaId, depth = 0): Html {
    const schema = this.context.plan.api.schemas.get(id);
    if (schema === undefined || depth > deepest) return markup`any value`;
    if (schema.kind === 'boolean') return schema.value ? markup`any value` : markup`no value`;
    return this.keywordType(schema, depth + 1);
  }

  /** Everything about a schema beside its type. The named schema of a page is its `root`. */
  details(id: SchemaId, anchor: string, isRoot = false, depth = 0): Html {
    if (depth > deepest || (!isRoot && this.context.schemaPages.has(id))) return markup``;
    const schema = this.context.plan.api.schemas.get(id);
    if (schema?.kind !== 'keywords') return markup``;
    this.shown += 1;
    if (this.shown > mostSchemas) return markup`<p>More is in the description.</p>`;
    const { annotations } = schema;
    const constraints = constraintsOf(schema);
    return markup`${isRoot ? undefined : this.context.markdown.blocks(annotations.description?.text ?? annotations.title)}${
      constraints.length === 0
        ? undefined
        : markup`<p class="constraints">${joinHtml(constraints, markup`; `)}</p>`
    }${valuesOf(schema, this.context.markdown)}${exampleOf(schema)}${this.parts(schema, anchor, depth)}`;
  }

  private keywordType({ keywords, annotations }: KeywordSchema, depth: number): Html {
    const { $ref, allOf = [], anyOf = [], oneOf = [], type, items, format } = keywords;
    if ($ref !== undefined) return this.type($ref, depth);
    const [onlyPart] = allOf;
    if (allOf.length === 1 && onlyPart !== undefined && keywords.properties === undefined)
      return this.type(onlyPart, depth);
    const branches = [...oneOf, ...anyOf];
    if (branches.length > 0 && type?.includes('object') !== true)
      return this.union(branches, depth);
    if (allOf.length > 0) {
      const named = allOf.filter((each) => this.context.schemaPages.has(each));
      if (named.length > 0)
        return joinHtml(
          named.map((each) => this.type(each, depth)),
          markup` and `,
        );
    }
    const names = (type ?? (keywords.properties === undefined ? [] : ['object'])).map((name) => {
      if (name === 'array' && items !== undefined)
        return markup`array of ${this.type(items, depth)}`;
      if (name === 'object') return this.objectType(keywords, depth);
      const hasFormat = format !== undefined && name !== 'null' && name !== 'boolean';
      return hasFormat ? markup`${text(name)} (${text(format)})` : text(name);
    });
    if (names.length > 0) return joinHtml(names, markup` or `);
    return annotations.xml === undefined && branches.length === 0
      ? markup`any value`
      : markup`value`;
  }

  private union(branches: readonly SchemaId[], depth: number): Html {
    const types = [...new Set(branches.map((each) => this.type(each, depth)))];
    const shown = types.slice(0, 6);
    const more = types.length - shown.length;
    return markup`${joinHtml(shown, markup` or `)}${more === 0 ? undefined : markup` or one of ${more} others`}`;
  }

  private objectType(
    { properties, additionalProperties }: KeywordSchema['keywords'],
    depth: number,
  ): Html {
    if (properties !== undefined || additionalProperties === undefined) return markup`object`;
    const others = this.context.plan.api.schemas.get(additionalProperties);
    if (others === undefined || others.kind === 'boolean') return markup`object`;
    return markup`object of ${this.type(additionalProperties, depth)}`;
  }

  /** Properties, branches and items. */
  private parts({ keywords }: KeywordSchema, anchor: string, depth: number): Html {
    const { $ref, allOf = [], anyOf = [], oneOf = [], items, prefixItems = [] } = keywords;
    const next = depth + 1;
    const inPlace = $ref === undefined ? undefined : this.details($ref, anchor, false, next);
    const inherited = allOf.filter((each) => this.context.schemaPages.has(each));
    const bases =
      inherited.length === 0
        ? undefined
        : markup`<p>Has everything of ${joinHtml(
            inherited.map((each) => this.type(each)),
            markup` and `,
          )}.</p>`;
    const parts = allOf.map((each) => this.details(each, anchor, false, next));
    const branches = (list: readonly SchemaId[], keyword: string, title: Html): Html => {
      if (list.length === 0) return markup``;
      const rows = list.map(
        (each, index) =>
          markup`<li>${this.type(each)}${this.details(each, below(anchor, `(${keyword})`, String(index + 1)), false, next)}</li>`,
      );
      return markup`<p>${title}</p><ol>${rows}</ol>`;
    };
    const named = (title: Html, id: SchemaId | undefined, keyword: string): Html => {
      if (id === undefined) return markup``;
      const inside = this.details(id, below(anchor, `(${keyword})`), false, next);
      return inside === '' ? markup`` : markup`<div class="nested"><p>${title}</p>${inside}</div>`;
    };
    return markup`${inPlace}${bases}${parts}${this.properties(keywords, anchor, next)}${branches(oneOf, 'oneOf', markup`Exactly one of:`)}${branches(anyOf, 'anyOf', markup`At least one of:`)}${branches(prefixItems, 'prefixItems', markup`The items, in this order:`)}${named(markup`Each item:`, items, 'items')}${named(markup`Each other property:`, keywords.additionalProperties, 'additionalProperties')}`;
  }

  private properties(keywords: KeywordSchema['keywords'], anchor: string, depth: number): Html {
    const { properties = [], patternProperties = [], required = [] } = keywords;
    if (properties.length === 0 && patternProperties.length === 0) return markup``;
    const rows = properties.map(([name, id]) =>
      this.member(name, id, below(anchor, name), required.includes(name), depth),
    );
    const patterns = patternProperties.map(
      ([pattern, id], index) =>
        markup`<li id="${text(below(anchor, '(pattern)', String(index + 1)))}">Names that match ${inlineCode(shortened(pattern))}: ${this.type(id)}${this.details(id, below(anchor, '(pattern)', String(index + 1)), false, depth)}</li>`,
    );
    return markup`<ul class="items">${rows}${patterns}</ul>`;
  }

  /** Id of an element. A property that several parts of a schema describe has several. */
  private unique(anchor: string): string {
    const count = (this.used.get(anchor) ?? 0) + 1;
    this.used.set(anchor, count);
    return count === 1 ? anchor : below(anchor, `(${count})`);
  }

  private member(
    name: string,
    id: SchemaId,
    path: string,
    isRequired: boolean,
    depth: number,
  ): Html {
    const anchor = this.unique(path);
    const annotations = this.annotationsOf(id);
    return markup`<li id="${text(anchor)}"><div class="name">${inlineCode(name)} <span class="type">${this.type(id)}</span>${
      isRequired ? badge('required') : undefined
    }${annotations?.readOnly === true ? badge('only in responses') : undefined}${
      annotations?.writeOnly === true ? badge('only in requests') : undefined
    }${deprecatedBadge(annotations?.deprecated)}${anchorLink(anchor, name)}</div>${this.details(id, anchor, false, depth)}</li>`;
  }

  private annotationsOf(id: SchemaId): KeywordSchema['annotations'] | undefined {
    const schema = this.context.plan.api.schemas.get(id);
    return schema?.kind === 'keywords' ? schema.annotations : undefined;
  }
}

/** The first example of a schema that is not an object, because those have examples on their page. */
function exampleOf({ annotations: { examples = [] } }: KeywordSchema): Html | undefined {
  const [example] = examples;
  if (example === undefined || (typeof example === 'object' && example !== null)) return undefined;
  return markup`<p>Example: ${inlineCode(shortened(jsonText(example)))}</p>`;
}
