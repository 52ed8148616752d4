/**
 * The states of a connection. The first state in the table that applies is the current one. Every change makes the
 * connection check again.
 *
 * | state        | until                                                     | received bytes       | socket is read    |
 * | ------------ | --------------------------------------------------------- | -------------------- | ----------------- |
 * | released     | for ever: another protocol has the socket                 | went with the socket | by its new owner  |
 * | closing      | for ever: the last answer is written                      | are dropped          | yes, for its end  |
 * | finished     | for ever: no further bytes are a request                  | are dropped          | no                |
 * | draining     | the server resumes it: answers wait in the socket         | wait                 | no                |
 * | answering    | a request on the plain lane is answered                   | wait                 | while none arrive |
 * | arriving     | the body has arrived: a body is always let through        | go to the parser     | yes               |
 * | address-full | an answer of its address is complete                      | wait                 | no                |
 * | resting      | its turn among the refused connections of its address     | wait                 | no                |
 * | full         | one of its own answers is sent                            | wait                 | no                |
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

/** True if the parser may be given the bytes received. */
export const isFeeding = (state: ConnectionState): boolean => state === 'open' || state === 'arriving';
