/** The endpoint for images. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { uploadField } from "../../values/images.ts";

export const uploadImageEndpoint = endpoint({
	method: "POST",
	path: "/images",
	access: "user",
	summary: "Uploads an image (JPEG, PNG or WebP, at most 5 MB and 4096 pixels a side)",
	upload: uploadField,
	errors: ["too_many", "image_quota"],
	reply: v.object({ success: v.boolean(), data: v.object({ url: v.string() }) }),
});
