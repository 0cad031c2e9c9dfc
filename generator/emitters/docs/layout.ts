import type { Change } from '../../model/changelog.js';
import type { SchemaId } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import type { SourceFile } from '../../printer/source-file.js';
import { heading } from './anchors.js';
import { markup, text, type Html } from './html.js';
import type { Markdown } from './markdown.js';
import { docsFolder, type DocsPlan, type SchemaPagePlan } from './plan.js';

/** What all pages are made from. */
export interface Reference {
  readonly plan: Plan;
  readonly docs: DocsPlan;
  readonly markdown: Markdown;
  /** Page of a schema that has one. */
  readonly schemaPages: ReadonlyMap<SchemaId, SchemaPagePlan>;
}

/** What one page is made from. */
export interface PageContext extends Reference {
  /** Path of the page in the folder of the reference. */
  readonly path: string;
}

/** A page before its frame is added. */
export interface Page {
  readonly path: string;
  readonly title: string;
  /** Links to pages beside this one. */
  readonly siblings?: Html;
  readonly content: Html;
}

/** Relative link to another page of the reference, in which names are percent-encoded. */
export function linkTo({ path }: Pick<PageContext, 'path'>, target: string, id?: string): Html {
  const [file = '', ...rest] = target.split('#');
  const address = file.split('/').map(encodeURIComponent).join('/');
  const fragment = id ?? rest.join('#');
  return text(`${rootOf(path)}${address}${fragment === '' ? '' : `#${fragment}`}`);
}

function rootOf(path: string): string {
  return path.includes('/') ? '../' : '';
}

/**
 * Policy of the pages: their own script, style and icon, and nothing else. Markup that a description
 * smuggled in could neither run nor load anything.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/** Adds the frame of every page: head, search, navigation and footer. */
export function pageFile(reference: Reference, page: Page): SourceFile {
  const { plan, docs } = reference;
  const context = { ...reference, path: page.path };
  const root = text(rootOf(page.path));
  const title = page.title === plan.api.title ? page.title : `${page.title} – ${plan.api.title}`;
  const link = (target: string, label: string): Html => {
    const current = target === page.path ? markup` aria-current="page"` : undefined;
    return markup`<li><a href="${linkTo(context, target)}"${current}>${text(label)}</a></li>`;
  };
  const sections = [
    link('index.html', 'Overview'),
    ...(docs.schemas.length === 0 ? [] : [link('schemas/index.html', 'Schemas')]),
    ...(docs.channels.length === 0 ? [] : [link('channels/index.html', 'Channels')]),
    ...(docs.messages.length === 0 ? [] : [link('messages/index.html', 'Messages')]),
    ...(docs.hasChanges ? [link('changelog.html', 'Changes')] : []),
  ];
  return {
    kind: 'text',
    path: `${docsFolder}${page.path}`,
    text: markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${text(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<link rel="icon" type="image/svg+xml" href="${root}assets/icon.svg">
<link rel="stylesheet" href="${root}assets/docs.css">
<script src="${root}assets/docs.js"></script>
</head>
<body data-root="${root}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${linkTo(context, 'index.html')}">${text(plan.api.title)} <small>${text(plan.api.version)}</small></a>
<div class="tools"></div>
</header>
<div class="columns">
<nav aria-label="Reference"><ul>${sections}</ul>${page.siblings}</nav>
<main id="content" tabindex="-1">
${page.content}
</main>
</div>
<footer><p>${text(plan.api.title)} ${text(plan.api.version)}</p></footer>
</body>
</html>
`,
  };
}

/** Section about the changes at a location. Empty if there are none. */
export function changesSection({ markdown }: Reference, changes: readonly Change[]): Html {
  if (changes.length === 0) return markup``;
  const rows = changes.map(
    ({ date, text: prose }) => markup`<li><time>${text(date)}</time>: ${markdown.line(prose)}</li>`,
  );
  return markup`${heading(2, 'changes', markup`Changes`, 'Changes')}<ul>${rows}</ul>`;
}

/** Mark beside a name. */
export function badge(label: string, kind: 'plain' | 'warning' = 'plain'): Html {
  return markup` <span class="badge ${text(kind)}">${text(label)}</span>`;
}

/** The mark of what is deprecated. */
export function deprecatedBadge(deprecated: boolean | undefined): Html {
  return deprecated === true ? badge('deprecated', 'warning') : markup``;
}
