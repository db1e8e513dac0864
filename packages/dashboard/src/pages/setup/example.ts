/** The variant and product of the examples, until the shop has real ones. */
export const EXAMPLE = { epi: "4412", empi: "44" } as const;
