/**
 * The states of a connection. The first that holds, from the top, is the one it is in; what changes one has it look again.
 *
 * | state        | until                                                     | bytes that came      | socket is read    |
 * | ------------ | --------------------------------------------------------- | -------------------- | ----------------- |
 * | released     | for ever: another protocol has the socket                 | went with it         | by its new owner  |
 * | closing      | for ever: the last answer is written                      | are dropped          | yes, for its end  |
 * | finished     | for ever: nothing that comes is a request                 | are dropped          | no                |
 * | draining     | the server resumes it: answers wait in the socket         | wait                 | no                |
 * | answering    | a request past the parser is answered                     | wait                 | while none came   |
 * | arriving     | the body is there: it always comes through                | go to the parser     | yes               |
 * | address-full | an answer of its address is made                          | wait                 | no                |
 * | resting      | its turn comes among those of its address that are refused | wait                 | no                |
 * | full         | one of its own answers has gone                           | wait                 | no                |
 * | open         |                                                           | go to the parser     | yes               |
 */
export type ConnectionState =
  | 'released'
  | 'closing'
  | 'finished'
  | 'draining'
  | 'answering'
  | 'arriving'
  | 'address-full'
  | 'resting'
  | 'full'
  | 'open';

/** The parser may be given what came. */
export const isFeeding = (state: ConnectionState): boolean => state === 'open' || state === 'arriving';
