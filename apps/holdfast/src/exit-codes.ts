/** What a script can tell from the command's end. */
export const exitCodes = {
  done: 0,
  /** It failed, or something was refused, left or found. */
  failed: 1,
  usage: 2,
  /** Another writer is active. */
  busy: 3,
  interrupted: 130,
} as const;
