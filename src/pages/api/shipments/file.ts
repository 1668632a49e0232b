import { allowOnly, handle } from "../../../http/handle.ts";
import { readTrackingFileEndpoint } from "../../../shop/shipments/shipments.api.ts";
import { previewTrackingFile } from "../../../shop/shipments/tracking-file.server.ts";

export const POST = handle(readTrackingFileEndpoint, ({ body }) => previewTrackingFile(body.file));

export const ALL = allowOnly("POST");
