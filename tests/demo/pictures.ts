/** The addresses of the demo's pictures in a play, which has no files: each follows from its name. */
import { createHash } from "node:crypto";
import { insertImage } from "../helpers/shop.ts";

const names = new Map<string, string>();

/** Returns the address of a picture, such as `tools/torque-wrench`, that somebody has uploaded. */
export async function picture(name: string, uploader?: string): Promise<string> {
	const address = `/images/${createHash("md5").update(name).digest("hex")}`;
	names.set(address, name);
	await insertImage(address, ...(uploader ? [{ id: uploader }] : []));
	return address;
}

/** The name of a picture, or undefined for any other text. */
export const pictureAt = (address: string): string | undefined => names.get(address);
