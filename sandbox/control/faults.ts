import type { InjectedFault as FaultBody } from '@platform/sandbox-control';
import type { FaultsHandlers } from '@platform/sandbox-control/server';
import type { InjectedFault } from '../domain/faults/state.js';
import type { Core } from '../server/core.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about injected faults. */
export function faultsHandlers({ loop }: Core): FaultsHandlers {
  return {
    listFaults: (_, respond) => respond.ok([...loop.state.faults.faults.rows()].map(faultBody)),

    injectFault({ body }, respond) {
      const {
        kind,
        surface = 'platform',
        method,
        path = '/',
        milliseconds = 1000,
        times = 1,
      } = body;
      const data = { kind, surface, method, path, milliseconds, remaining: times };
      const outcome = loop.execute('faults.inject', data, origin);
      if (!outcome.ok) throw new Error('A command that has no refusals was refused.');
      return respond.created(faultBody(outcome.result));
    },

    removeFault({ path }, respond) {
      const outcome = loop.execute('faults.remove', { id: path.faultId }, origin);
      return outcome.ok ? respond.noContent() : say('removeFault', outcome.refusal);
    },
  };
}

function faultBody({ surface, method, ...fault }: InjectedFault): FaultBody {
  return {
    ...fault,
    surface: surface === 'rpc' || surface === 'exchange' ? surface : 'platform',
    ...(method === undefined ? {} : { method }),
  };
}
