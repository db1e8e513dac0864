import fc from "fast-check";
import { expect, test } from "vitest";
import { isLoopback, isPublicAddress } from "./public-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "168.63.129.17",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:830::200e",
  "3ffe:ffff::1",
])("%s is on the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["this network", "0.0.0.0", "0.255.255.255"],
  ["private", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  ["carrier-grade NAT", "100.64.0.0", "100.127.255.255"],
  ["loopback", "127.0.0.0", "127.255.255.255", "::1"],
  ["link-local and cloud metadata", "169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "febf::1"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255", "2001::", "2001:1ff:ffff::"],
  ["the host of a virtual machine at Azure", "168.63.129.16"],
  ["documentation", "192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff:ffff::1"],
  ["anycast relays", "192.88.99.1", "192.31.196.1", "192.52.193.1", "192.175.48.1", "2620:4f:8000::1"],
  ["benchmarks", "198.18.0.0", "198.19.255.255"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["reserved and broadcast", "240.0.0.1", "255.255.255.255"],
  ["unspecified and compatible", "::", "::127.0.0.1", "::8.8.8.8"],
  ["mapped", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::ffff:0:8.8.8.8"],
  ["NAT64", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1"],
  ["discard and segment routing", "100::1", "100:0:0:1::1", "5f00::1"],
  ["tunnels", "2002:7f00:1::", "2002:a00:1::1", "2001:0:4136:e378::1"],
  ["unique local and site-local", "fc00::1", "fd12:3456:789a::1", "fec0::1"],
  [
    "no address",
    "",
    "localhost",
    "1.2.3",
    "1.2.3.4.5",
    "0x7f.1",
    "2130706433",
    "fe80::1%eth0",
    "2606:4700::1%lo",
    "[::1]",
  ],
])("%s is not on the public internet", (_, ...addresses) => {
  for (const address of addresses) expect(isPublicAddress(address), `for ${address}`).toBe(false);
});

test("no address that embeds an IPv4 address is public, whatever the address", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const dotted = `${a}.${b}.${c}.${d}`;
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const form of [
        `::ffff:${dotted}`,
        `::${dotted}`,
        `64:ff9b::${dotted}`,
        `64:ff9b:1::${hex}`,
        `2002:${hex}::1`,
        `2001:0:${hex}::1`,
      ])
        expect(isPublicAddress(form), `for ${form}`).toBe(false);
    }),
  );
});

test("loopback is 127.0.0.0/8 and ::1", () => {
  expect(["127.0.0.1", "127.1.2.3", "::1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["126.0.0.1", "10.0.0.1", "::2", "::ffff:127.0.0.1", "localhost"].map(isLoopback)).toEqual(
    Array(5).fill(false),
  );
});
