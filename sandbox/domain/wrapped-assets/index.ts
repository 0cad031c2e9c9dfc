import type { Subject } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { wrappedAssetsCommands, type WrappedAssetsCommands } from './commands.js';
import { wrappedAssetsEvents, type WrappedAssetsEvents } from './events.js';
import { createWrappedAssets, type WrappedAssetsState } from './state.js';

/** Coins that represent staked coins, and what is wrapped and unwrapped. */
export const wrappedAssets: Subject<
  WrappedAssetsState,
  WrappedAssetsCommands,
  WrappedAssetsEvents,
  DomainState
> = {
  create: createWrappedAssets,
  commands: wrappedAssetsCommands,
  events: wrappedAssetsEvents,
};
