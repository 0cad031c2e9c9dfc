import type { FixMessage } from '../message/codec.js';
import type { FixView } from '../message/view.js';
import type { Engine } from './engine.js';
import type { FixRejection } from './session.js';

/** Reports that the peer has rejected a message. */
export function notifyReject<Message extends FixMessage>(
  engine: Engine<Message>,
  view: FixView,
  level: FixRejection['level'],
  reasonTag: number,
): void {
  engine.effects.push({
    kind: 'rejected',
    rejection: {
      refSeqNum: view.integer(45),
      refMsgType: view.text(372),
      refTag: view.integer(371),
      reason: view.integer(reasonTag),
      text: view.text(58),
      level,
    },
  });
}
