import { readUpload } from "../../http/body.ts";
import { handle, only } from "../../http/handle.ts";
import { uploadImageEndpoint } from "../../shop/images/images.api.ts";
import { addImage } from "../../shop/images/images.server.ts";
import { imageAddress, maxUploadBytes, uploadField } from "../../shop/images/images.ts";

export const POST = handle(uploadImageEndpoint, async ({ caller, request }) => {
	const file = await readUpload(request, uploadField, maxUploadBytes);
	return { success: true, data: { url: imageAddress(await addImage(caller, file)) } };
});

export const ALL = only("POST");
