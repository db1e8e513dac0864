/** Finds the name of a state by its number in the table. */
export const findStateName = <Name extends string>(
  states: Readonly<Record<Name, number>>,
  state: number,
): Name | undefined => (Object.keys(states) as Name[]).find((name) => states[name] === state);
