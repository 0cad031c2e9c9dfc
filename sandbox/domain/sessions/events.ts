import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { SessionRow, SessionsState } from './state.js';

/** Events of the subject `sessions`. */
export interface SessionsEvents {
  readonly 'sessions.opened': Omit<SessionRow, 'openedAt'>;
  readonly 'sessions.ended': { readonly id: string };
}

export const event: EventMaker<SessionsEvents> = makeEvent;

export const sessionsEvents: {
  readonly [Name in keyof SessionsEvents]: EventType<SessionsState, SessionsEvents[Name]>;
} = {
  'sessions.opened': {
    version: 1,
    apply: ({ sessions }, data, { at }) => sessions.set(data.id, { ...data, openedAt: at }),
  },
  'sessions.ended': {
    version: 1,
    apply: ({ sessions }, { id }) => void sessions.delete(id),
  },
};
