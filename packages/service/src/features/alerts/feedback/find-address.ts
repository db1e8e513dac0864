import { type Address, toAddress } from "../../subscriptions/address.ts";

/** Returns undefined when a provider reports something that no one can have signed up with, such as a short number. */
export function findAddress(medium: "email" | "sms", value: string): Address | undefined {
  try {
    return toAddress(medium, value);
  } catch {
    return undefined;
  }
}
