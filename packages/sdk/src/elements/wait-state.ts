/** Whether the shopper waits for a variant, as the button and the dialog show it. */
export type WaitState = "none" | "unconfirmed" | "waiting";
