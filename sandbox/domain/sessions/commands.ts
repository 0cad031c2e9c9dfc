import { cancelOrders } from '../orders/commands.js';
import { event as quoteEvent } from '../quotes/events.js';
import { accept, type CommandType, type Decide, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { sessionId, type SessionRow } from './state.js';

/** Commands of the subject `sessions`. */
export interface SessionsCommands {
  /** A Logon was accepted. */
  readonly 'sessions.open': CommandType<Omit<SessionRow, 'id' | 'openedAt'>, SessionRow, never>;
  /** A connection has ended. Its orders, or all of the profile, are cancelled if the Logon asked for that (fix-11). */
  readonly 'sessions.end': CommandType<{ readonly id: string }, undefined, 'not-found'>;
}

export const sessionsCommands: {
  readonly [Name in keyof SessionsCommands]: Decide<SessionsCommands[Name], DomainState>;
} = {
  'sessions.open'({ number, now }, data) {
    const session = { ...data, id: sessionId(data.key, number) };
    return accept({ ...session, openedAt: now }, event('sessions.opened', session));
  },

  'sessions.end'(context, { id }) {
    const { sessions, orders, quotes } = context.state;
    const session = sessions.sessions.get(id);
    if (session === undefined) return refuse('not-found', { what: 'session' });
    const { cancels, profile } = session;
    // Quotes that it has sent stay; it receives no more requests (quotes-1).
    const removed = quotes.makers.has(id)
      ? [quoteEvent('quotes.maker-removed', { session: id })]
      : [];
    const ended = [event('sessions.ended', { id }), ...removed];
    if (cancels === undefined) return accept(undefined, ...ended);
    const open = orders.openByProfile
      .rows(profile)
      .filter((order) => cancels === 'profile' || order.session === id);
    return accept(undefined, ...ended, ...cancelOrders(context, open));
  },
};
