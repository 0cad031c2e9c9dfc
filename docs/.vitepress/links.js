import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/**
 * Makes links between files of the repository work on the site: a `README.md` is the index of its folder, and a file outside `docs/`
 * is a link to the repository if its address is known, and text otherwise.
 */
export function rewriteLinks(md, { docs, repository }) {
  md.core.ruler.push('links of the repository', ({ tokens, env }) => {
    const page = env.realPath ?? env.path;
    for (const { children } of tokens) rewriteTokens(children ?? [], page, docs, repository);
  });
}

function rewriteTokens(tokens, page, docs, repository) {
  const open = [];
  for (const token of tokens) {
    if (token.type === 'link_open') {
      open.push(token);
      const target = targetOf(token.attrGet('href'), page, docs, repository);
      if (target === undefined) becomeSpan(token);
      else token.attrSet('href', target);
    } else if (token.type === 'link_close' && open.pop()?.tag === 'span') becomeSpan(token);
  }
}

/** Where a link leads on the site. `undefined` if it leads nowhere. */
function targetOf(href, page, docs, repository) {
  if (/^(?:[a-z][a-z\d+.-]*:|[/#])/i.test(href)) return href;
  const [, path, rest] = /^([^?#]*)(.*)$/.exec(href);
  const file = resolve(dirname(page), decodeURIComponent(path));
  if (file.startsWith(docs)) return `${path.replace(/(^|\/)README\.md$/, '$1index.md')}${rest}`;
  const root = join(docs, '..');
  if (!existsSync(file)) throw new Error(`${page}: ${href} leads to no file`);
  return repository === undefined
    ? undefined
    : `${repository}/blob/main/${relative(root, file).replaceAll(sep, '/')}${rest}`;
}

function becomeSpan(token) {
  Object.assign(token, { type: token.type.replace('link', 'span'), tag: 'span', attrs: null });
}
