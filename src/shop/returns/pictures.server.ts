/** The picture that a customer sends with a return. */
import type { Buyer } from "../../access/caller.ts";
import * as messages from "../../messages/messages.ts";
import { enforceDailyLimit } from "../../platform/auth/account-attempts.ts";
import { imageUrl } from "../../values/images.ts";
import { storeImage } from "../images/images.server.ts";

/** Stores a picture and returns its path. A guest's count by their order. Throws as `storeImage`. */
export async function storePicture(
	{ user }: Buyer,
	orderId: string,
	file: Uint8Array<ArrayBuffer>,
): Promise<string> {
	const key = await storeImage(user?.id ?? null, file, () =>
		enforceDailyLimit("upload", user?.id ?? orderId, messages.dailyUploadLimit),
	);
	return imageUrl(key);
}
