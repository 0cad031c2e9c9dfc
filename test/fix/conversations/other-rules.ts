import { order, type Rules, titled } from './titled.js';

/** Of sessions that say in each message what they have taken, and ask for little at a time. */
export const strictConversations: Rules = {
  rules: 'lastMsgSeqNumProcessed: true, resend: { chunk: 2 }',
  conversations: [
    ...titled('LastMsgSeqNumProcessed', {
      'counts the message that is answered': `
        > A 1 {logon}
        < A 1 369=1|{logon}
        > 1 2 112=X
        < 0 2 369=2|112=X`,
      'does not count what came early': `
        > A 1 {logon}
        < A 1 369=1|{logon}
        > D 3 ${order}
        < 2 2 369=1|7=2|16=2`,
    }),
    ...titled('What is missing', {
      'is asked for in parts': `
        > A 1 {logon}
        < A 1 369=1|{logon}
        > D 7 ${order}
        < 2 2 369=1|7=2|16=3
        >again 0 2
        >again 4 3 36=4|123=Y
        < 2 3 369=3|7=4|16=5
        >again 4 4 36=6|123=Y
        < 2 4 369=5|7=6|16=6
        >again 4 6 36=7|123=Y
        < 8 5 369=7`,
    }),
  ],
};

/** Of sessions that say in their Logon what they expect next; FIXT.1.1 has a field for it. */
export const nextExpectedConversations: Rules = {
  rules: 'nextExpectedMsgSeqNum: true',
  conversations: [
    ...titled('DefaultApplVerID', {
      'is in a Logon, or the connection is dropped': `
        > A 1 98=0|108=30|789=1
        closed`,
    }),
    ...titled('NextExpectedMsgSeqNum', {
      'is in both Logons, and what the client has missed follows': `
      > A 1 98=0|108=30|789=1|1137=9
      < A 1 98=0|108=30|789=2|1137=9
      > D 2 ${order}
      < 8 2
      hang up
      connect
      > A 3 98=0|108=30|789=2|1137=9
      < A 3 98=0|108=30|789=4|1137=9
      < 8 2 43=Y`,
      'says what we have missed, so that nothing is asked for': `
      > A 4 98=0|108=30|789=1|1137=9
      < A 1 98=0|108=30|789=1|1137=9
      >again 4 1 36=4|123=Y
      > 1 5 112=X
      < 0 2 112=X`,
      'that is higher than anything sent is refused': `
      > A 1 98=0|108=30|789=2|1137=9
      < 5 1 58=NextExpectedMsgSeqNum (789) is too high, expecting at most 1
      closed`,
    }),
  ],
};
