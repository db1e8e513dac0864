/** Returns the current time in milliseconds. Tests pass their own. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
