import { type Conversation, order, type Rules, titled } from './titled.js';

const open = '> A 1 {logon}\n< A 1 {logon}\n';
const header = '49=TRADER|52={now}|56=VENUE';

const everywhere: readonly Conversation[] = [
  ...titled('Logon', {
    'is answered': open,
    'has the interval of the client, which both sides keep': `
      > A 1 98=0|108=7{appl}
      < A 1 98=0|108=7{appl}
      wait 7
      < 0 2`,
    'that is ahead is answered, and what is missing asked for': `
      > A 5 {logon}
      < A 1 {logon}
      < 2 2 7=1|16=0
      >again 4 1 36=5|123=Y
      > 1 6 112=X
      < 0 3 112=X`,
    'of a session that is open is dropped, and the session stays': `
      ${open}> 1 2 112=X
      < 0 2 112=X
      connect
      > A 1 {logon}
      wait 2
      closed`,
    'of another sender is dropped': `
      >raw 35=A|34=1|49=WHO|52={now}|56=VENUE|{logon}
      closed`,
    'for another target is dropped': `
      >raw 35=A|34=1|49=TRADER|52={now}|56=WHO|{logon}
      closed`,
    'of another version is dropped': `
      >raw 8=FIX.4.0|35=A|34=1|49=TRADER|52={now}|56=VENUE|{logon}
      closed`,
    'whose length is wrong is dropped': `
      >badlength A 1 {logon}
      closed`,
    'of another time is dropped': `
      >raw 35=A|34=1|49=TRADER|52={now-121}|56=VENUE|{logon}
      closed`,
    'of a time that is near enough is answered': `
      >raw 35=A|34=1|49=TRADER|52={now-120}|56=VENUE|{logon}
      < A 1 {logon}`,
    'is what begins a session, and nothing else': `
      > 0 1
      closed`,
    'in a session ends it': `
      ${open}> A 2 {logon}
      < 5 2 58=Already logged on
      closed`,
    'with ResetSeqNumFlag begins anew in a session': `
      ${open}> 1 2 112=X
      < 0 2 112=X
      > A 1 {reset}
      < A 1 {reset}
      > 1 2 112=Y
      < 0 2 112=Y`,
    'goes on where the session was': `
      ${open}> 1 2 112=X
      < 0 2 112=X
      hang up
      connect
      > A 3 {logon}
      < A 3 {logon}`,
    'that is behind is refused': `
      ${open}> 1 2 112=X
      < 0 2 112=X
      hang up
      connect
      > A 2 {logon}
      < 5 3 58=MsgSeqNum too low, expecting 3 but received 2
      closed`,
  }),
  ...titled('A number', {
    'that is expected is taken': `
      ${open}> D 2 ${order}
      < 8 2
      > D 3 ${order}
      < 8 3`,
    'that is too high is asked for, and comes in its turn': `
      ${open}> D 4 ${order}
      < 2 2 7=2|16=0
      > D 5 ${order}
      >again 4 2 36=4|123=Y
      < 8 3
      < 8 4
      > 1 6 112=X
      < 0 5 112=X`,
    'that is too low ends the session': `
      ${open}> 0 2
      > 0 2
      < 5 2 58=MsgSeqNum too low, expecting 3 but received 2
      closed`,
    'that is too low is passed over where it says that it may be old': `
      ${open}> D 2 ${order}
      < 8 2
      >again D 2 ${order}
      > 1 3 112=X
      < 0 3 112=X`,
    'that may be old and is not is taken': `
      ${open}>again D 2 ${order}
      < 8 2`,
    'that may be old says when it was sent first': `
      ${open}> 0 2
      >raw 35=D|34=2|43=Y|${header}|${order}
      < 3 2 45=2|58=Required tag missing|371=122|372=D|373=1
      > 1 3 112=X
      < 0 3 112=X`,
    'that may be old was not sent first later': `
      ${open}> 0 2
      >raw 35=D|34=2|43=Y|49=TRADER|52={now}|56=VENUE|122={now+1}|${order}
      < 3 2 45=2|58=SendingTime accuracy problem|372=D|373=10
      < 5 3
      > 5 3
      closed`,
  }),
  ...titled('A message', {
    'of another version ends the session': `
      ${open}>raw 8=FIX.4.0|35=0|34=2|${header}
      < 5 2 58=Incorrect BeginString
      > 5 3
      closed`,
    'of somebody else is refused, and ends the session': `
      ${open}>raw 35=0|34=2|49=WHO|52={now}|56=VENUE
      < 3 2 45=2|58=CompID problem|372=0|373=9
      < 5 3
      > 5 3
      closed`,
    'of another time is refused, and ends the session': `
      ${open}>raw 35=0|34=2|49=TRADER|52={now-121}|56=VENUE
      < 3 2 45=2|58=SendingTime accuracy problem|372=0|373=10
      < 5 3
      > 5 3
      closed`,
    'of a type that is none is refused': `
      ${open}> * 2
      < 3 2 45=2|58=Invalid MsgType|372=*|373=11
      > 1 3 112=X
      < 0 3 112=X`,
    'of a type that the other side sends is refused': `
      ${open}> 8 2 11=A|60={now}
      < j 2 45=2|58=Unsupported Message Type|372=8|380=3`,
    'of a type that nobody takes is refused': `
      ${open}> 3 2 45=1|58=No
      > 1 3 112=X
      < 0 2 112=X`,
    'may have its fields in any order': `
      ${open}>raw 35=D|56=VENUE|34=2|52={now}|49=TRADER|55=TEA|54=1|40=1|11=A
      < 8 2`,
    'is refused along the way that it came': `
      ${open}>raw 35=D|34=2|${header}|115=DESK|116=JOE|144=LONDON|${order}|999=X
      < 3 2 128=DESK|129=JOE|145=LONDON|45=2|58=Invalid tag number|371=999|372=D|373=0`,
  }),
  ...titled('What is garbled', {
    'by its sum is passed over, and shows as a gap': `
      ${open}>badsum D 2 ${order}
      > D 3 ${order}
      < 2 2 7=2|16=0`,
    'by its length is passed over': `
      ${open}>badlength D 2 ${order}
      > 0 2
      > 1 3 112=X
      < 0 2 112=X`,
    'by a length that is too great takes the message behind it along': `
      ${open}>toolong D 2 ${order}
      > D 3 ${order}
      > D 4 ${order}
      < 2 2 7=2|16=0`,
    'by a tag that is none is passed over': `
      ${open}>raw 35=0|34=2|49=TRADER|52={now}|56=VENUE|x=1
      > 1 2 112=X
      < 0 2 112=X`,
    'by the order of its first fields is passed over': `
      ${open}>bytes 35=0|8=FIX.4.2|9=5|34=2|10=000
      > 1 2 112=X
      < 0 2 112=X`,
    'instead of a Logon ends the connection': `
      >badsum A 1 {logon}
      closed`,
  }),
  ...titled('A field', {
    'that does not exist': refused(`${order}|9999=X`, 'Invalid tag number', 9999, 0),
    'with tag 0': refused(`${order}|0=X`, 'Invalid tag number', 0, 0),
    'with a tag below 0': refused(`${order}|-1=X`, 'Invalid tag number', -1, 0),
    'of another message': refused(
      `${order}|112=X`,
      'Tag not defined for this message type',
      112,
      2,
    ),
    'that is missing': refused('11=A|40=1|55=TEA', 'Required tag missing', 54, 1),
    'without a value': refused(`${order}|38=`, 'Tag specified without a value', 38, 4),
    'with a value that is none of its words': refused(
      order.replace('54=1', '54=7'),
      'Value is incorrect (out of range) for this tag',
      54,
      5,
    ),
    'with a sign that it may not have': refused(
      `${order}|38=+2`,
      'Incorrect data format for value',
      38,
      6,
    ),
    'that comes twice': refused(`${order}|55=TEA`, 'Tag appears more than once', 55, 13),
    'of the header behind the body': refused(
      `${order}|57=X`,
      'Tag specified out of required order',
      57,
      14,
    ),
    'that counts other entries than there are': refused(
      `${order}|78=3|79=A|79=B`,
      'Incorrect NumInGroup count for repeating group',
      78,
      16,
    ),
    'with zeros in front of its number is taken': `
      ${open}> D 2 ${order}|44=002.50
      < 8 2`,
    'that counts no entries is taken': `
      ${open}> D 2 ${order}|78=0
      < 8 2`,
  }),
  ...titled('A SequenceReset', {
    'that fills a gap takes the number that it has': `
      ${open}> 4 2 36=5|123=Y
      > 1 5 112=X
      < 0 2 112=X`,
    'that fills a gap ahead waits for its turn': `
      ${open}> 4 4 36=9|123=Y
      < 2 2 7=2|16=0
      >again 4 2 36=4|123=Y
      > 1 9 112=X
      < 0 3 112=X`,
    'that fills a gap behind ends the session': `
      ${open}> 0 2
      > 4 2 36=5|123=Y
      < 5 2 58=MsgSeqNum too low, expecting 3 but received 2
      closed`,
    'that resets moves forward whatever number it has': `
      ${open}> 4 99 36=7
      > 1 7 112=X
      < 0 2 112=X
      > 4 1 36=9|123=N
      > 1 9 112=Y
      < 0 3 112=Y`,
    'never moves back': `
      ${open}> 0 2
      > 4 3 36=2
      < 3 2 45=3|58=Value is incorrect (out of range) for this tag|372=4|373=5
      > 1 3 112=X
      < 0 3 112=X`,
  }),
  ...titled('A ResendRequest', {
    'is answered by messages, and gap fills for what is not sent again': `
      ${open}> D 2 ${order}
      < 8 2
      > 1 3 112=X
      < 0 3 112=X
      > D 4 ${order}
      < 8 4
      > 2 5 7=1|16=0
      < 4 1 43=Y|36=2|123=Y
      < 8 2 43=Y
      < 4 3 43=Y|36=4|123=Y
      < 8 4 43=Y
      > 1 6 112=Y
      < 0 5 112=Y`,
    'has an end': `
      ${open}> D 2 ${order}
      < 8 2
      > D 3 ${order}
      < 8 3
      > 2 4 7=2|16=2
      < 8 2 43=Y`,
    'is answered at once, even when something before it is missing': `
      ${open}> D 2 ${order}
      < 8 2
      > 2 4 7=2|16=0
      < 8 2 43=Y
      < 2 3 7=3|16=0
      >again 4 3 36=4|123=Y
      > 1 5 112=X
      < 0 4 112=X`,
    'leads to a message that is wrong, which is refused in its turn': `
      ${open}> D 3 ${order}
      < 2 2 7=2|16=0
      >again D 2 ${order}|9999=X
      < 3 3 45=2|58=Invalid tag number|371=9999|372=D|373=0
      < 8 4`,
  }),
  ...titled('Silence', {
    'is filled with heartbeats, tested, and ends the session': `
      ${open}wait 30
      < 0 2
      wait 6
      < 1 3 112=TEST
      wait 36
      closed`,
    'is over when the test is answered': `
      ${open}wait 36
      < 0 2
      < 1 3 112=TEST
      > 0 2 112=TEST
      wait 30
      < 0 4`,
  }),
  ...titled('A Logout', {
    'is answered, and ends the session': `
      ${open}> 5 2 58=Bye
      < 5 2
      closed`,
  }),
];

/** Of sessions with the rules that engines usually have. */
export const defaultConversations: Rules = {
  rules: 'resetOnLogon: false',
  conversations: everywhere,
};

/** An order with these fields is rejected, but its number counts. */
function refused(fields: string, text: string, tag: number, reason: number): string {
  return `
    ${open}> D 2 ${fields}
    < 3 2 45=2|58=${text}|371=${tag}|372=D|373=${reason}
    > 1 3 112=X
    < 0 3 112=X`;
}
