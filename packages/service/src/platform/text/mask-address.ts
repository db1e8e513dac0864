/** Enough to recognise an address or phone number, too little to write to it. */
export const maskAddress = (address: string) =>
  address.includes("@")
    ? address.replace(/^(.)[^@]*/, "$1…").slice(0, 60)
    : `${address.slice(0, 3)}…${address.slice(-2)}`;
