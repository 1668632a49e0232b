import { handle } from "../../../http/handle.ts";
import { readTrackingFileEndpoint } from "../../../shop/shipments/shipments.api.ts";
import { previewTrackingFile } from "../../../shop/shipments/tracking-file.server.ts";

export const { POST, ALL } = handle(readTrackingFileEndpoint, ({ body }) =>
	previewTrackingFile(body.file),
);
