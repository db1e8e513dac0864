/** The one source of the present, so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
