import { type Address, toAddress } from "../../subscriptions/address.ts";

/** Returns undefined for a value that cannot be the address of a sign-up, such as a short number. */
export function findAddress(medium: "email" | "sms", value: string): Address | undefined {
  try {
    return toAddress(medium, value);
  } catch {
    return undefined;
  }
}
