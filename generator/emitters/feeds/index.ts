import { code } from '../../printer/code.js';
import { reExport } from '../../printer/declare.js';
import { importPath } from '../../printer/file-scope.js';
import { defineEmitter, emitterApiVersion, readmeOf, type Emitter } from '../emitter.js';
import { emitFeeds } from './emit.js';
import { planFeeds } from './plan-feeds.js';
import type { FeedPlan } from './plan.js';
import { feedsReadme } from './readme.js';

/** Clients and servers of WebSocket connections. */
export const feedsEmitter: Emitter<readonly FeedPlan[]> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'feeds',
  // Snapshots are fetched by operations of the client.
  requires: ['types', 'validators', 'conversions', 'client'],
  plan: ({ plan, names, reporter }) => {
    const feeds = planFeeds(plan.api, {
      shapes: plan.shapes,
      base: plan.baseName,
      operations: plan.operations,
      names,
      reporter,
    });
    // Messages without a feed have a table in the README.
    return feeds.length === 0 && plan.api.messages.length === 0 ? undefined : feeds;
  },
  emit: (feeds, { plan }) => (feeds.length === 0 ? [] : emitFeeds(feeds, plan)),
  packagePart: (feeds, { plan, pages }) => {
    const readme = readmeOf(feedsReadme(feeds, plan, pages));
    if (feeds.length === 0) return readme;
    const files = feeds.flatMap(({ client }) => client.from).slice(0, 1);
    const snapshots = feeds.flatMap((feed) => feed.snapshots?.from ?? []).slice(0, 1);
    return {
      subpaths: [
        { name: 'feed-server', contents: code`feed servers` },
        { name: 'feed-checks', contents: code`checks of the messages of feeds` },
      ],
      ...readme,
      index: [...files, ...snapshots].map((path) => reExport(importPath(plan, path, 'index.ts'))),
    };
  },
});
