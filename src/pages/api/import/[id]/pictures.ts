import { handle } from "../../../../http/handle.ts";
import { retryPicturesEndpoint } from "../../../../shop/imports/imports.api.ts";
import { retryPictures } from "../../../../shop/imports/imports.server.ts";

export const { POST, ALL } = handle(retryPicturesEndpoint, ({ params }) =>
	retryPictures(params.id),
);
