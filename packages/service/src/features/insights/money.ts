/** An amount with all its decimals, as text: figures of money are never added up as floating-point numbers. */
export type Money = { readonly currency: string; readonly amount: string };
