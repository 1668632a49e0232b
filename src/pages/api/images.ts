import { readUpload } from "../../http/body.ts";
import { handle } from "../../http/handle.ts";
import { uploadImageEndpoint } from "../../shop/images/images.api.ts";
import { addImage } from "../../shop/images/images.server.ts";
import { imageUrl, maxUploadBytes, uploadField } from "../../values/images.ts";

export const { POST, ALL } = handle(uploadImageEndpoint, async ({ caller, request }) => {
	const file = await readUpload(request, uploadField, maxUploadBytes);
	return { success: true, data: { url: imageUrl(await addImage(caller, file)) } };
});
