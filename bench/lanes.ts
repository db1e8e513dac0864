/** The default of KEEPSAKE_DELIVERY_LANES. */
export const LANES = 3;
