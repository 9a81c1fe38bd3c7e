import { isIP, type BlockList } from "node:net";

/**
 * Adds an address or a network to a list: "10.0.0.2", "10.0.0.0/8", "fd00::/8".
 * @returns false if the text is neither; nothing is added then.
 */
export function addNetwork(list: BlockList, text: string): boolean {
  const [address = "", bits] = text.split("/");
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) list.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 6 ? 128 : 32)) return false;
  else list.addSubnet(address, Number(bits), family);
  return true;
}
